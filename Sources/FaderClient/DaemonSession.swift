public import FaderAPI
internal import NIOHTTP1

/// A persistent connection to the daemon, for edits and declared parameters, which end with their connection. Requests on it run one after
/// another; event streams of the same `DaemonClient` have connections of their own. To be used by one task.
///
/// It is opened at the first request. The daemon closes an idle connection with nothing open on it, and the next request opens a new one. A
/// request for an edit whose connection was closed fails with a `problem` of status 404.
public final class DaemonSession {
    let client: DaemonClient
    private var connection: KeptConnection?

    init(_ client: DaemonClient) { self.client = client }

    deinit { close() }

    /// Closes the connection, which ends what was open on it.
    public func close() {
        connection?.close()
        connection = nil
    }

    // MARK: Edits

    /// Begins an edit of a parameter.
    public func beginEdit(_ id: String) async throws(ClientError) -> EditResource {
        // The viewer's locale and decimals are sent only here; the edit keeps them.
        try await first(.POST, client.viewed(APIPath.beginEdit(id)))
    }
    /// The present state of an edit.
    public func edit(_ edit: String) async throws(ClientError) -> EditResource { try await exchange(.GET, APIPath.edit(edit)) }
    /// Sends what is typed.
    public func draft(_ edit: String, text: String) async throws(ClientError) -> DraftResource {
        try await exchange(.PUT, APIPath.edit(edit), try DaemonClient.encode(DraftRequest(draft: text)))
    }
    /// Return: writes the draft; returns when it is durable.
    public func submit(_ edit: String) async throws(ClientError) -> EditOutcomeResource { try await end(edit, "submit") }
    /// The field is left: writes a draft that is a value; returns when it is durable.
    public func blur(_ edit: String) async throws(ClientError) -> EditOutcomeResource { try await end(edit, "blur") }
    /// Gives the draft up.
    public func cancel(_ edit: String) async throws(ClientError) -> EditOutcomeResource { try await end(edit, "cancel") }

    private func end(_ edit: String, _ act: String) async throws(ClientError) -> EditOutcomeResource {
        try await exchange(.POST, APIPath.edit(edit, act))
    }

    // MARK: The connection

    /// Sends a request that may be the first on the connection; repeats it once if an open connection turns out closed.
    func first<Answer: Decodable>(_ method: HTTPMethod, _ uri: String, _ body: [UInt8]? = nil) async throws(ClientError) -> Answer {
        let wasOpen = connection != nil
        do throws(ClientError) {
            return try await exchange(method, uri, body)
        } catch {
            // The daemon may just have closed the connection because it was idle. Whatever was begun on it has ended with it.
            guard case .closed = error, wasOpen else { throw error }
            close()
            return try await exchange(method, uri, body)
        }
    }

    func exchange<Answer: Decodable>(
        _ method: HTTPMethod, _ uri: String, _ body: [UInt8]? = nil
    ) async throws(ClientError) -> Answer {
        let started = ContinuousClock.now
        let connection = try await openConnection()
        let answer = try await connection.ask(method, uri, body, patience: client.left(since: started))
        return try DaemonClient.decode(status: answer.status, body: answer.body)
    }

    private func openConnection() async throws(ClientError) -> KeptConnection {
        if let connection, connection.isOpen { return connection }
        let started = ContinuousClock.now
        let path = try await client.socket()
        let opened = try await KeptConnection.open(path, patience: client.left(since: started))
        connection = opened
        return opened
    }
}

extension DaemonClient {
    /// A connection that is kept.
    public func session() -> DaemonSession { DaemonSession(self) }
}
