internal import FaderAPI
internal import FaderClient
internal import NIOCore

/// A connection in force: the connections that keep declarations, edits and gestures alive, and the stream of events. Owned by `Faders`.
final class Link {
    let client: DaemonClient
    /// Declarations belong to these; the first one has the gestures and edits, too.
    private(set) var sessions: [KeptConnection] = []
    /// What the program sets goes here, so that a gesture need not wait for it. The daemon closes it if nothing is set for long.
    var writes: KeptConnection?
    /// How many declarations each session has.
    private var counts: [Int] = []
    private var places: [String: Int] = [:]
    /// The ids that were declared on it, with success or not.
    var tried: Set<String> = []
    /// The stream of events, and those that it replaces as soon as it has begun.
    var stream = Stream()
    var older: [Task<Void, Never>] = []
    /// Those who wait until it reports everything that the program knows, or is gone.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Whether the whole state has come.
    var hasState = false
    private(set) var isClosed = false

    /// A stream of events. Its number tells it from those before it.
    struct Stream {
        var number = 0
        /// Which ids it reports.
        var words: [String] = []
        var task: Task<Void, Never>?
        /// Whether its first event, the whole state, has come.
        var hasBegun = false
    }

    /// The most declarations that the daemon lets a session have.
    private static let mostDeclarations = 100

    var path: String { sessions[0].path }

    init(_ client: DaemonClient, _ session: KeptConnection) {
        self.client = client
        sessions = [session]
        counts = [0]
    }

    /// The session for a declaration: that of an earlier one of its id, or one that has room; nil if another has to be opened.
    func session(for id: String) -> KeptConnection? {
        let place = places[id] ?? counts.firstIndex { $0 < Self.mostDeclarations }
        guard let place else { return nil }
        if places.updateValue(place, forKey: id) == nil { counts[place] += 1 }
        return sessions[place]
    }

    func add(_ session: KeptConnection) {
        sessions.append(session)
        counts.append(0)
    }

    /// The id is not declared any more; returns the session that had declared it.
    func remove(_ id: String) -> KeptConnection? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        counts[place] -= 1
        return sessions[place]
    }

    /// Resumes those who wait for the stream.
    func begin() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    func close() {
        isClosed = true
        begin()
        for task in older { task.cancel() }
        stream.task?.cancel()
        writes?.close()
        for session in sessions { session.close() }
    }
}
