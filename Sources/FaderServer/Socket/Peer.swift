internal import Glibc
internal import Synchronization

/// The process at the other end of a Unix socket.
public final class Peer: Sendable {
    /// The one whose request is being answered by this task; nil for one that came over TCP, and outside of requests.
    @TaskLocal public static var current: Peer?

    /// Its process.
    let process: pid_t
    /// Its environment, once somebody has asked for it.
    private let environment = Mutex<[[UInt8]]?>(nil)

    init(process: pid_t) { self.process = process }

    /// The most bytes of an environment that are read.
    private static let mostBytes = 256 << 10

    /// A variable of its environment as it was when it began. Nil if it has none of that name, if it has ended, or if the system does not let
    /// this user see its environment.
    public func variable(_ name: String) -> String? {
        let start = Array("\(name)=".utf8)
        let entry = environment.withLock { environment in
            if environment == nil { environment = read() }
            return environment?.first { $0.starts(with: start) }
        }
        return entry.map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
    }

    private func read() -> [[UInt8]] {
        let file = unsafe open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard process > 0, file >= 0 else { return [] }
        defer { close(file) }
        var (bytes, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 16 << 10))
        while bytes.count < Self.mostBytes {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes.split(separator: 0).map(Array.init)
    }
}
