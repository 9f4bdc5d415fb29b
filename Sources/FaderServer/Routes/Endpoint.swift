package import FaderAPI
internal import FaderLoops
internal import FaderThreads
internal import NIOHTTP1

/// A route with its handler.
package struct Endpoint: Sendable {
    enum Handler: Sendable {
        case answer(@Owner @Sendable (Call, Caller) async -> Response)
        /// Answers without waiting, so that it needs no task.
        case atOnce(@Owner @Sendable (Call) -> Response)
        /// Returns what the stream carries, or throws why it is not opened.
        case stream(@Sendable (Call) throws(HTTPFailure) -> StreamTarget)
    }

    let row: RouteRow
    let handler: Handler

    /// An endpoint that answers. It decodes the body and encodes the answer, whose types are those of the route.
    ///
    /// - Parameter location: the path of what was created, for the header `Location`.
    package static func on<Body, Answer>(
        _ route: Route<Body, Answer>, location: (@Sendable (Answer) -> String)? = nil,
        _ act: @escaping @Owner @Sendable (Call, Body, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        let row = route.row
        return Endpoint(
            row: row,
            handler: .answer { call, caller in
                let body: Body
                do throws(WireError) { body = try decode(call, row) } catch { return refusal(error, call) }
                do throws(ServiceError) {
                    try call.admit(body)
                    return response(to: row, call.cut(try await act(call, body, caller)), location)
                } catch {
                    return Response(problem: call.cut(error))
                }
            })
    }

    /// The same for an answer that grows with the configuration. Its handler returns what renders it, which is done on a thread of its own.
    package static func long<Body, Answer>(
        _ route: Route<Body, Answer>, _ act: @escaping @Owner @Sendable (Call, Body, Caller) async throws(ServiceError) -> Rendering<Answer>
    ) -> Endpoint {
        let row = route.row
        return Endpoint(
            row: row,
            handler: .answer { call, caller in
                let body: Body
                do throws(WireError) { body = try decode(call, row) } catch { return refusal(error, call) }
                do throws(ServiceError) {
                    try call.admit(body)
                    let render = try await act(call, body, caller)
                    return await SeparateThread.run { response(to: row, call.cut(render()), nil) }
                } catch {
                    return Response(problem: call.cut(error))
                }
            })
    }

    /// The same for a route without a body.
    package static func long<Answer>(
        _ route: Route<NoBody, Answer>, _ act: @escaping @Owner @Sendable (Call) async throws(ServiceError) -> Rendering<Answer>
    ) -> Endpoint {
        long(route) { call, _, _ throws(ServiceError) in try await act(call) }
    }

    /// An endpoint whose handler does not wait, so its answer needs no task.
    package static func atOnce<Body, Answer>(
        _ route: Route<Body, Answer>, _ act: @escaping @Owner @Sendable (Call, Body) throws(ServiceError) -> Answer
    ) -> Endpoint {
        let row = route.row
        return Endpoint(
            row: row,
            handler: .atOnce { call in
                let body: Body
                do throws(WireError) { body = try decode(call, row) } catch { return refusal(error, call) }
                do throws(ServiceError) {
                    try call.admit(body)
                    return response(to: row, call.cut(try act(call, body)), nil)
                } catch {
                    return Response(problem: call.cut(error))
                }
            })
    }

    private static func decode<Body: DescribedContent>(_ call: Call, _ row: RouteRow) throws(WireError) -> Body {
        try Body.received(call.body.isEmpty && row.isBodyOptional ? Array("{}".utf8) : call.body)
    }

    private static func refusal(_ error: WireError, _ call: Call) -> Response {
        let isMissing = call.body.isEmpty && !call.row.isBodyOptional
        return HTTPFailure.malformed(isMissing ? "the body is missing; send a JSON object" : "the body cannot be used: \(error)").response
    }

    private static func response<Answer: WireContent>(to row: RouteRow, _ answer: Answer, _ location: ((Answer) -> String)?) -> Response {
        var response = Response(answer)
        if response.status == .ok { response.status = HTTPResponseStatus(statusCode: row.status) }
        if Answer.self == ParameterResource.self, let parameter = answer as? ParameterResource {
            response.headers.append(Response.tag(of: parameter))
        }
        if let location { response.headers.append(("Location", location(answer))) }
        return response
    }

    /// An endpoint that answers, for a route without a body.
    package static func on<Answer>(
        _ route: Route<NoBody, Answer>, location: (@Sendable (Answer) -> String)? = nil,
        _ act: @escaping @Owner @Sendable (Call, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        on(route, location: location) { call, _, caller throws(ServiceError) in try await act(call, caller) }
    }

    /// An endpoint that opens a stream of events.
    static func stream(
        _ route: Route<NoBody, EventFlow>, _ target: @escaping @Sendable (Call) throws(HTTPFailure) -> StreamTarget
    ) -> Endpoint {
        Endpoint(row: route.row, handler: .stream(target))
    }
}
