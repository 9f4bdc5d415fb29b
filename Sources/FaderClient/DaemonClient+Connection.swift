package import FaderAPI
package import NIOCore

/// Requests on a connection that its caller keeps.
extension DaemonClient {
    /// The event loop of all connections. Throws `noLoop` if the system has no thread or no descriptors for it.
    package static func loop() throws(ClientError) -> any EventLoop { try ClientLoop.running() }

    /// Whether something else than a socket is at a path.
    package static func isOther(_ path: String) -> Bool { SocketSearch.look(at: path) == .other }

    /// Opens a connection to the daemon.
    package func connect() async throws(ClientError) -> KeptConnection {
        let started = ContinuousClock.now
        let path = try await socket()
        return try await .open(path, timeout: left(since: started))
    }

    /// Sends a request; returns its answer. `id` is what the route's path is about.
    package func ask<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, on connection: KeptConnection
    ) async throws(ClientError) -> Answer {
        try await begin(route, id, body, on: connection, timeout: timeout).answer()
    }

    /// Sends a request, and others may follow it before its answer has come, in `timeout` milliseconds.
    package func begin<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, on connection: KeptConnection, timeout: Int64
    ) throws(ClientError) -> PendingAnswer<Answer> {
        let bytes = route.row.hasBody ? try DaemonClient.encode(body) : nil
        let parts = Exchange.request(route.row.method, uri(route.row, id), body: bytes, writer: writer, isLast: false)
        return PendingAnswer(path: connection.path, bytes: connection.send(parts, timeout: timeout))
    }
}

/// The answer to a request, which may still come.
package struct PendingAnswer<Content: WireContent>: Sendable {
    let path: String
    let bytes: EventLoopFuture<Answer>

    /// Waits for it.
    package func answer() async throws(ClientError) -> Content {
        let answer: Answer
        do {
            answer = try await bytes.get()
        } catch let error as ClientError {
            throw error
        } catch {
            throw Exchange.clientError(error, path: path)
        }
        return try DaemonClient.decode(try DaemonClient.good(answer))
    }
}
