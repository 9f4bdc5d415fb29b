internal import FaderAPI
internal import FaderClient

/// Requests of all routes, each on a connection of its own.
extension DaemonClient {
    /// Sends a request without a body; `id` is what the route's path is about. With `revision` it is carried out only if that is still the
    /// parameter's revision; otherwise the thrown `problem` has the parameter as it is.
    package func ask<Answer>(
        _ route: Route<NoBody, Answer>, _ id: String = "", query: [(String, String)] = [], ifStill revision: UInt64? = nil
    ) async throws(ClientError) -> Answer {
        try await ask(route.call, id, query: query, ifStill: revision)
    }

    /// Sends a request with a body; otherwise the same.
    package func ask<Body, Answer>(
        _ route: Route<Body, Answer>, _ id: String = "", _ body: Body, ifStill revision: UInt64? = nil
    ) async throws(ClientError) -> Answer {
        try await ask(route.call, id, body, ifStill: revision)
    }
}
