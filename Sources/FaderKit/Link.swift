internal import FaderClient

/// A connection in force: the lines that keep declarations, edits and gestures alive, and the stream of events. Owned by `Faders`.
final class Link {
    let client: DaemonClient
    let path: String
    /// Declarations belong to these.
    private var sessions: [Line] = []
    private var places: [String: Int] = [:]
    /// The ids that were declared on it, with success or not.
    var tried: Set<String> = []
    /// Edits and gestures belong to this one.
    let acts = Line()
    /// Everything else goes here, so that a gesture need not wait for it, and in order.
    let writes = Line()
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

    /// An HTTP connection that is opened when it is first needed. The daemon closes one on which nothing is open when it is idle for long.
    final class Line {
        var connection: KeptConnection?
        var opening: Task<Result<KeptConnection, ClientError>, Never>?
        /// How many requests wait for an answer on it.
        var requests = 0
        /// How many declarations belong to it.
        var declarations = 0
    }

    /// The most declarations that the daemon lets a session have.
    private static let mostDeclarations = 100

    init(_ client: DaemonClient, path: String) { (self.client, self.path) = (client, path) }

    /// The session for a declaration: that of an earlier one of its id, or one that has room.
    func session(for id: String) -> Line {
        if let place = places[id] { return sessions[place] }
        let place = sessions.firstIndex { $0.declarations < Self.mostDeclarations } ?? sessions.count
        if place == sessions.count { sessions.append(Line()) }
        places[id] = place
        sessions[place].declarations += 1
        return sessions[place]
    }

    /// The id is not declared any more; returns the session that had declared it.
    func remove(_ id: String) -> Line? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        sessions[place].declarations -= 1
        return sessions[place]
    }

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
        for line in sessions + [acts, writes] { line.connection?.close() }
    }
}
