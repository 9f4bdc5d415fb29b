/// A connection to a daemon: those that keep declarations, edits and gestures alive, and the stream of events. Every other request has one
/// of its own. Owned by `Faders`.
final class Link {
    let client: DaemonClient
    let path: String
    var lost: ClientError?
    var isReady = false
    var version = ""

    /// The newest, and those that go on until it has begun.
    var streams: [Int: Task<Void, Never>] = [:]
    /// The ids that the newest stream reports; nil: there is none yet.
    var words: [String]?
    /// Whether its first event, the whole state, has come.
    var hasBegun = false

    var tried: Set<String> = []
    /// Those that the whole state did not have.
    var doubtful: Set<String> = []
    private var sessions: [Session] = []
    private var acts: KeptConnection?

    private struct Session {
        let connection: KeptConnection
        var ids: Set<String> = []
    }

    /// The most declarations that the daemon lets a connection have.
    private static let mostDeclarations = 100

    init(_ client: DaemonClient, path: String) { (self.client, self.path) = (client, path) }

    /// Whether what was declared on it is gone.
    var isBroken: Bool { sessions.contains { !$0.ids.isEmpty && !$0.connection.isOpen } }

    func session(of id: String) -> KeptConnection? { sessions.first { $0.ids.contains(id) }?.connection }

    /// The connection for a declaration: that of an earlier one of its id, or one that has room. `opened` is called with one that is new.
    func session(for id: String, opened: (KeptConnection) -> Void, isolation: isolated (any Actor)? = #isolation) async throws(ClientError)
        -> KeptConnection
    {
        if let connection = session(of: id) { return connection }
        let place = sessions.firstIndex { $0.ids.count < Self.mostDeclarations && $0.connection.isOpen } ?? sessions.count
        if place == sessions.count {
            let connection = try await connect()
            sessions.append(Session(connection: connection))
            opened(connection)
        }
        sessions[place].ids.insert(id)
        return sessions[place].connection
    }

    /// Marks an id to be declared, even if it was declared before.
    func redeclare(_ id: String) {
        tried.remove(id)
        doubtful.remove(id)
    }

    func forget(_ id: String) { for place in sessions.indices { sessions[place].ids.remove(id) } }

    /// The connection of edits and gestures. The daemon closes it when nothing is open on it and it is idle for long.
    func actsConnection(isolation: isolated (any Actor)? = #isolation) async throws(ClientError) -> KeptConnection {
        if let acts, acts.isOpen { return acts }
        let new = try await connect()
        if let acts, acts.isOpen {
            new.close()
            return acts
        }
        acts = new
        return new
    }

    private func connect(isolation: isolated (any Actor)? = #isolation) async throws(ClientError) -> KeptConnection {
        let connection = try await client.connect()
        guard let lost else { return connection }
        connection.close()
        throw lost
    }

    func close() {
        lost = lost ?? .closed(path: path)
        for task in streams.values { task.cancel() }
        for session in sessions { session.connection.close() }
        acts?.close()
    }
}
