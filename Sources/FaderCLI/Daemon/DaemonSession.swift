internal import FaderAPI
internal import FaderKit

/// A persistent connection, for what ends with it: edits, declared parameters, borrowed controls. Requests run one after another; event
/// streams have connections of their own. Only one task may use a session.
/// The daemon closes an idle connection on which nothing is open; the next request opens a new one. A request for an edit whose connection
/// was closed fails with status 404.
final class DaemonSession {
    let client: DaemonClient
    private var connection: KeptConnection?

    init(_ client: DaemonClient) { self.client = client }

    deinit { close() }

    /// Ends everything that was open on the connection.
    func close() {
        connection?.close()
        connection = nil
    }

    // MARK: Requests

    /// Sends a request that needs nothing of this connection: it is repeated once if an open connection turns out to be closed.
    package func begin<Body, Answer>(_ route: Route<Body, Answer>, _ id: String, _ body: Body) async throws(ClientError) -> Answer {
        let wasOpen = connection != nil
        do throws(ClientError) {
            return try await ask(route, id, body)
        } catch {
            // The daemon may just have closed the connection because it was idle. Everything begun on the connection has ended with it.
            guard case .closed = error, wasOpen else { throw error }
            close()
            return try await ask(route, id, body)
        }
    }

    /// Begins an edit. Only this request sends the viewer's locale and decimals; the edit keeps them.
    func beginEdit(_ id: String) async throws(ClientError) -> EditResource { try await begin(Routes.beginEdit, id, NoBody()) }

    /// Asks about something that was begun on this connection.
    package func ask<Body, Answer>(_ route: Route<Body, Answer>, _ id: String, _ body: Body) async throws(ClientError) -> Answer {
        try await client.ask(route, id, body, on: try await openConnection())
    }

    package func ask<Answer>(_ route: Route<NoBody, Answer>, _ id: String) async throws(ClientError) -> Answer {
        try await ask(route, id, NoBody())
    }

    // MARK: The connection

    private func openConnection() async throws(ClientError) -> KeptConnection {
        if let connection, connection.isOpen { return connection }
        let opened = try await client.connect()
        connection = opened
        return opened
    }
}

extension DaemonClient {
    func session() -> DaemonSession { DaemonSession(self) }
}
