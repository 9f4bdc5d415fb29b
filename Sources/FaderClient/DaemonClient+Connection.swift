package import FaderAPI
internal import NIOCore
internal import NIOHTTP1

/// Requests on a connection that its caller keeps.
extension DaemonClient {
    /// Whether something else than a socket is at a path.
    package static func isOther(_ path: String) -> Bool { SocketSearch.look(at: path) == .other }

    /// Opens a connection to the daemon.
    package func connect() async throws(ClientError) -> KeptConnection {
        try await .open(try await socket(), timeout: timeout)
    }

    /// Sends a request; returns its answer. `id` is what the call's path is about.
    package func ask<Body, Answer>(
        _ call: ClientCall<Body, Answer>, _ id: String, _ body: Body, on connection: KeptConnection
    ) async throws(ClientError) -> Answer {
        let pending = PendingAnswer(
            path: connection.path, bytes: connection.sendAttended(parts(of: try Request(call, id, body)), timeout: timeout))
        return try Self.decode(try await pending.answer())
    }

    /// Sends a request, and others may follow it before its answer has come, in `timeout` milliseconds.
    package func begin(_ request: Request, on connection: KeptConnection, timeout: Int64) -> PendingAnswer {
        PendingAnswer(path: connection.path, bytes: connection.send(parts(of: request), timeout: timeout))
    }

    private func parts(of request: Request) -> [HTTPClientRequestPart] {
        Exchange.request(request.row.method, uri(request.row, request.id), body: request.body, writer: writer, isLast: false)
    }
}

/// A request, ready to be sent. It does not know its types, so that what sends it is compiled once.
package struct Request: Sendable {
    let row: CallRow
    let id: String
    let body: [UInt8]?

    package init<Body, Answer>(_ call: ClientCall<Body, Answer>, _ id: String, _ body: Body) throws(ClientError) {
        (row, self.id) = (call.row, id)
        self.body = call.row.hasBody ? try DaemonClient.encode(body) : nil
    }
}

/// The answer to a request, which may still come.
package struct PendingAnswer: Sendable {
    let path: String
    let bytes: EventLoopFuture<Answer>

    /// Waits for it; returns its body.
    package func answer() async throws(ClientError) -> [UInt8] {
        let answer: Answer
        do {
            answer = try await bytes.get()
        } catch let error as ClientError {
            throw error
        } catch {
            throw Exchange.clientError(error, path: path)
        }
        return try DaemonClient.good(answer)
    }
}
