/// The program whose window is in front, by one of its processes.
public struct ProgramInFront: Sendable, Equatable {
    /// Its name for people: the file name of its program.
    public let name: String
    let key: ProcessKey
    /// The control group that the desktop has made for it, or its Flatpak.
    let app: String?
    let flatpak: String?
    private let line: [ProcessKey]
    private let programs: [String]

    init(_ line: [ProcessFacts], flatpak: String?) {
        (name, key, app) = (line[0].program, line[0].key, line[0].app)
        self.flatpak = flatpak
        (self.line, programs) = (line.map(\.key), line.map(\.program))
    }

    /// Nil if there is no such process, or if it is the first one of the system.
    public init?(_ pid: Int32) {
        let line = ProcessFacts.line(of: pid)
        guard let first = line.first else { return nil }
        self.init(line, flatpak: first.flatpak)
    }

    public var pid: Int32 { key.pid }

    /// Whether its process has not ended.
    public var isRunning: Bool { ProcessFacts(pid)?.key == key }

    /// Whether a stream is of its process, of a descendant, or of another process of its application.
    ///
    /// `others` were in front before. What one of these has begun is its own, although this one may have begun it.
    func owns(_ origin: StreamOrigin, besides others: Set<ProcessKey>) -> Bool {
        if let flatpak {
            if !origin.ids.isEmpty { return origin.ids.contains(flatpak) }
            // A server that knows nothing of sandboxes is told numbers that count only inside.
            if origin.line.isEmpty { return origin.binary == name }
        }
        guard let process = origin.line.first else { return false }
        let nearest = origin.line.first { $0 == key || others.contains($0) }
        if nearest == key { return origin.app == nil || origin.app == app }
        if nearest != nil { return false }
        if app != nil, origin.app == app { return true }
        // A helper has the window of a program that plays by itself.
        guard let place = line.firstIndex(of: process) else { return false }
        return programs[...place].allSatisfy { $0 == name }
    }
}

struct StreamOrigin: Sendable, Equatable {
    /// Its process and the ancestors, the nearest first; empty if it has no process here, or one whose number counts only in its sandbox.
    var line: [ProcessKey] = []
    var app: String?
    var ids: Set<String> = []
    /// The file name of its program, as the stream says.
    var binary: String?
}

extension StreamOrigin {
    static let keys = ["application.process.id", "application.process.machine-id"]
    private static let portal = "pipewire.access.portal.app_id"

    init(_ stream: PulseThing, client: PulseThing?, machine: String?, in root: String = "/proc") {
        func first(_ key: String) -> String? { [stream, client].lazy.compactMap { $0?.properties[key] }.first { !$0.isEmpty } }
        binary = first("application.process.binary")
        let portal = first(Self.portal)
        if let portal { ids = [portal] }
        if let there = first(Self.keys[1]), let machine, there != machine { return }
        guard portal == nil, let pid = first(Self.keys[0]).flatMap({ Int32($0) }), pid > 1 else { return }
        let line = ProcessFacts.line(of: pid, in: root)
        // The number may be that of another process here.
        guard let process = line.first, binary.map({ $0 == process.program }) ?? true else { return }
        self.line = line.map(\.key)
        app = process.app
    }
}
