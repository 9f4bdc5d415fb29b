internal import FaderModel
internal import Glibc
internal import Synchronization

/// The other end of a connection.
public final class Peer: Sendable {
    /// The one whose request is being answered by this task; nil outside of requests.
    @TaskLocal public static var current: Peer?
    /// Whether that request came with the key of a page.
    @TaskLocal public static var hasPageKey = false

    /// Its process; 0 over TCP, and if it is in a container that hides it.
    let process: pid_t
    private let connection: String
    /// Its environment and its clues, once somebody has asked for them.
    private let known = Mutex((environment: [[UInt8]]?.none, clues: Set<String>?.none))

    private static let count = Atomic<UInt64>(0)

    /// The other end of a new connection.
    init(process: pid_t) {
        self.process = process
        connection = "connection \(Self.count.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    private init(session: String) { (process, connection) = (0, "named session \(session)") }

    /// Who it is for a request in a named session, which may come over any connection.
    func inSession(_ name: String) -> Peer { process == 0 ? Peer(session: name) : self }

    /// The most bytes of an environment that are read.
    private static let mostBytes = 256 << 10

    /// A variable of its environment as it was when it began. Nil over TCP, if it has none of that name, if it has ended, or if the system
    /// does not let this user see its environment.
    public func variable(_ name: String) -> String? {
        let start = Array("\(name)=".utf8)
        let entry = known.withLock { known in
            if known.environment == nil { known.environment = read("environ").split(separator: 0).map(Array.init) }
            return known.environment?.first { $0.starts(with: start) }
        }
        return entry.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    /// The things by which it is known again: its connection, its process and that process's parent, its process group and session. So a
    /// script that starts a program for each request has clues that all its requests share. Looked up once.
    public var clues: Set<String> {
        known.withLock { known in
            if let clues = known.clues { return clues }
            let clues = Set([connection] + origins)
            known.clues = clues
            return clues
        }
    }

    private var origins: [String] {
        guard process > 0 else { return ["no process"] }
        // After the name of the program, which may contain anything: its state, its parent, its process group, its session.
        let numbers = String(decoding: read("stat"), as: UTF8.self).split(separator: ")").last?.split(separator: " ").dropFirst().prefix(3)
        let named = zip(["parent", "group", "session"], numbers ?? []).filter { $1 != "0" && $1 != "1" }
        return ["process \(process)"] + named.map { "\($0) \($1)" }
    }

    /// A file of `/proc` about its process; empty if it cannot be read.
    private func read(_ name: String) -> [UInt8] {
        guard process > 0 else { return [] }
        return FileContents.of("/proc/\(process)/\(name)", limit: Self.mostBytes) ?? []
    }
}
