package import FaderAPI
internal import NIOCore
internal import NIOHTTP1

extension DaemonClient {
    /// Whether something other than a socket is at a path.
    package static func isOther(_ path: String) -> Bool { SocketSearch.look(at: path) == .other }

    package func connect() async throws(ClientError) -> KeptConnection {
        try await .open(try await socket(), timeout: timeout)
    }

    /// Sends a request; returns its answer. `id` is what the route's path is about.
    package func ask<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String, _ body: Body, on connection: KeptConnection
    ) async throws(ClientError) -> Answer {
        let parts = RequestExchange.request(
            route.row.method, uri(route.row, id), body: route.row.hasBody ? try Self.encode(body) : nil, writer: writer, isLast: false)
        return try Self.decode(try await answer(to: parts, on: connection))
    }

    /// Not generic, so that it is compiled once.
    private func answer(to parts: [HTTPClientRequestPart], on connection: KeptConnection) async throws(ClientError) -> [UInt8] {
        let answer: Answer
        do {
            answer = try await connection.sendAttended(parts, timeout: timeout).get()
        } catch {
            throw RequestExchange.clientError(error, path: connection.path)
        }
        return try Self.good(answer)
    }
}
