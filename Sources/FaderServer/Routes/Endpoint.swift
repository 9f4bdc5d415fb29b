internal import FaderAPI
internal import NIOHTTP1

/// A route with its handler.
struct Endpoint: Sendable {
    enum Handler: Sendable {
        case answer(@Sendable (Call, Caller) async throws(ServiceError) -> Response)
        /// What the stream tells, or why it is not opened.
        case stream(@Sendable (Call) throws(HTTPFailure) -> StreamTarget)
    }

    let row: RouteRow
    let handler: Handler
    /// Whether it is soon done, whatever the size of the configuration: then it runs on the event loop, which saves two changes of threads.
    var isBrief = false

    /// An endpoint that answers: it decodes the body and encodes the answer, as the row has their types.
    ///
    /// - Parameter location: the path of what was made, for the header `Location`.
    static func on<Body, Answer>(
        _ route: Route<Body, Answer>, isBrief: Bool = false, location: (@Sendable (Answer) -> String)? = nil,
        _ act: @escaping @Sendable (Call, Body, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        let row = route.row
        return Endpoint(
            row: row,
            handler: .answer { call, caller throws(ServiceError) in
                let body: Body
                do throws(WireError) {
                    body = try Body.decode(call.body.isEmpty && row.isBodyOptional ? Array("{}".utf8) : call.body)
                } catch {
                    return HTTPFailure.malformed("the body cannot be used: \(error)").response
                }
                let answer = try await act(call, body, caller)
                var response = Response(answer)
                if response.status == .ok { response.status = HTTPResponseStatus(statusCode: row.status) }
                if let parameter = answer as? ParameterResource { response.headers.append(Response.tag(of: parameter)) }
                if let location { response.headers.append(("Location", location(answer))) }
                return response
            }, isBrief: isBrief)
    }

    /// The same for a route without a body.
    static func on<Answer>(
        _ route: Route<NoBody, Answer>, isBrief: Bool = false, location: (@Sendable (Answer) -> String)? = nil,
        _ act: @escaping @Sendable (Call, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        on(route, isBrief: isBrief, location: location) { call, _, caller throws(ServiceError) in try await act(call, caller) }
    }

    /// An endpoint that opens a stream of events.
    static func stream(
        _ route: Route<NoBody, EventFlow>, _ target: @escaping @Sendable (Call) throws(HTTPFailure) -> StreamTarget
    ) -> Endpoint {
        Endpoint(row: route.row, handler: .stream(target))
    }

    /// The answer to a request that opens no stream.
    static func answer(_ call: Call, from caller: Caller) async -> Response {
        guard case .answer(let act) = call.endpoint.handler else {
            return HTTPFailure.internalError("a stream is not answered at once").response
        }
        do throws(ServiceError) {
            return try await act(call, caller)
        } catch {
            return Response(problem: error.problem)
        }
    }
}
