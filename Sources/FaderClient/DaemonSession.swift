public import FaderAPI
internal import NIOHTTP1

/// A connection to the daemon that is kept, for what lives as long as a connection does: edits, and declared parameters. Requests follow each other on it; event
/// streams of the same `DaemonClient` run beside it. To be used by one task.
///
/// It is opened at the first request. A daemon closes a connection that lies idle with nothing open, and then the next request opens it
/// anew; an edit that was open on a connection that is gone is a `problem` with status 404.
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
        // How the viewer writes numbers is asked here once, and is the edit's from then on.
        try await first(.POST, client.viewed(APIPath.beginEdit(id)))
    }
    /// An edit as it stands.
    public func edit(_ edit: String) async throws(ClientError) -> EditResource { try await exchange(.GET, APIPath.edit(edit)) }
    /// Says what is typed.
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

    /// Asks what may be the first thing on the connection.
    func first<Answer: Decodable>(_ method: HTTPMethod, _ uri: String, _ body: [UInt8]? = nil) async throws(ClientError) -> Answer {
        let wasOpen = connection != nil
        do throws(ClientError) {
            return try await exchange(method, uri, body)
        } catch {
            // The daemon may be closing it for lying idle at this very moment. What was begun on it has gone with it.
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
