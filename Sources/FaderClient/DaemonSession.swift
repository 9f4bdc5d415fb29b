public import FaderAPI
internal import NIOHTTP1

/// A persistent connection to the daemon, for edits, declared parameters and borrowed controls, which end with their connection. Requests
/// on it run one after another; event streams of the same `DaemonClient` have their own connections. Only one task may use a session.
///
/// The first request opens the connection. The daemon closes an idle connection on which nothing is open; the next request then opens a new
/// one. A request for an edit whose connection was closed fails with a `problem` of status 404.
public final class DaemonSession {
    let client: DaemonClient
    private var connection: KeptConnection?

    init(_ client: DaemonClient) { self.client = client }

    deinit { close() }

    /// Closes the connection, which ends everything that was open on it.
    public func close() {
        connection?.close()
        connection = nil
    }

    // MARK: Edits

    /// Begins an edit of a parameter.
    public func beginEdit(_ id: String) async throws(ClientError) -> EditResource {
        // Only this request of an edit sends the viewer's locale and decimals; the edit keeps them.
        try await first(Routes.beginEdit, id, NoBody())
    }
    /// The current state of an edit.
    public func edit(_ edit: String) async throws(ClientError) -> EditResource { try await exchange(Routes.getEdit, edit, NoBody()) }
    /// Sends the text typed so far.
    public func draft(_ edit: String, text: String) async throws(ClientError) -> DraftResource {
        try await exchange(Routes.draft, edit, DraftRequest(draft: text))
    }
    /// Submits an edit, for the Return key: writes the draft. Returns when it is durable.
    public func submit(_ edit: String) async throws(ClientError) -> EditOutcomeResource {
        try await exchange(Routes.submitEdit, edit, NoBody())
    }
    /// Ends an edit because the field was left: writes a draft if it is a value. Returns when it is durable.
    public func blur(_ edit: String) async throws(ClientError) -> EditOutcomeResource {
        try await exchange(Routes.blurEdit, edit, NoBody())
    }
    /// Ends an edit without writing its draft, for the Escape key.
    public func cancel(_ edit: String) async throws(ClientError) -> EditOutcomeResource {
        try await exchange(Routes.cancelEdit, edit, NoBody())
    }

    // MARK: Declarations and controls

    /// Declares a parameter that lives until the session is closed or its program ends; returns it, then its parts.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await first(Routes.declare, "", request)
    }
    /// Withdraws a declaration before the session ends; returns what remains of the id's declarations.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await exchange(Routes.undeclare, id, NoBody())
    }

    /// Borrows a control of a surface, drives its motor, or returns it. The session's end returns it in any case.
    public func borrow(_ request: LoanRequest, of surface: String) async throws(ClientError) -> LoanResource {
        try await first(Routes.borrowControl, surface, request)
    }

    // MARK: The connection

    /// Sends a request that may be the first on the connection. Repeats it once if an open connection turns out to be closed.
    func first<Body, Answer>(_ route: Route<Body, Answer>, _ id: String, _ body: Body) async throws(ClientError) -> Answer {
        let wasOpen = connection != nil
        do throws(ClientError) {
            return try await exchange(route, id, body)
        } catch {
            // The daemon may just have closed the connection because it was idle. Everything begun on the connection has ended with it.
            guard case .closed = error, wasOpen else { throw error }
            close()
            return try await exchange(route, id, body)
        }
    }

    func exchange<Body, Answer>(_ route: Route<Body, Answer>, _ id: String, _ body: Body) async throws(ClientError) -> Answer {
        let started = ContinuousClock.now
        let connection = try await openConnection()
        let bytes = route.row.hasBody ? try DaemonClient.encode(body) : nil
        let answer = try await connection.ask(
            route.row.method, client.uri(route.row, id), bytes, patience: client.left(since: started))
        return try DaemonClient.decode(try DaemonClient.good((answer.status, answer.body)))
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
    /// Creates a session, which keeps its connection.
    public func session() -> DaemonSession { DaemonSession(self) }
}
