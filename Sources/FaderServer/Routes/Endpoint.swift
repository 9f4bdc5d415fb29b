package import FaderAPI
internal import FaderSystem
internal import NIOHTTP1

package struct Endpoint: Sendable {
    enum Handler: Sendable {
        case answer(@Owner @Sendable (Call, Caller) async -> Response)
        /// Answers without waiting, so that it needs no task.
        case atOnce(@Owner @Sendable (Call) -> Response)
        /// Returns what the stream carries, or throws the reason why it is not opened.
        case stream(@Sendable (Call) throws(HTTPFailure) -> StreamTarget)
    }

    package let row: RouteRow
    let handler: Handler
    /// Whether its answer is one of `LongAnswers`.
    var isLong = false

    /// Decodes the body and encodes the answer, whose types are those of the route.
    ///
    /// - Parameters:
    ///   - location: the path of what was created, for the header `Location`.
    ///   - isLong: the answer grows with the configuration, so that it is encoded as one of `LongAnswers`.
    package static func on<Body, Answer>(
        _ route: Route<Body, Answer>, location: (@Sendable (Answer) -> String)? = nil, isLong: Bool = false,
        _ act: @escaping @Owner @Sendable (Call, Body, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        answering(route.row, isLong: isLong) { call, caller throws(ServiceError) in
            let answer = try await act(call, try call.admitted(), caller)
            guard isLong else { return response(to: call, answer, location) }
            return await made(for: call) { response(to: call, answer, location) }
        }
    }

    /// An endpoint for a route without a body whose answer may be large, and is rendered by the function that the handler returns. Each key
    /// of a page has a limited share of such answers.
    package static func long<Answer>(
        _ route: Route<NoBody, Answer>, _ act: @escaping @Owner @Sendable (Call) async throws(ServiceError) -> Rendering<Answer>
    ) -> Endpoint {
        answering(route.row, isLong: true) { call, _ throws(ServiceError) in
            let _: NoBody = try call.admitted()
            if let reader = call.reader { try call.longAnswers?.begin(reader) }
            defer { if let reader = call.reader { call.longAnswers?.end(reader) } }
            let render = try await act(call)
            return await made(for: call) { response(to: call, render()) }
        }
    }

    @Owner
    private static func made(for call: Call, _ make: @escaping @Sendable () -> Response) async -> Response {
        guard let longAnswers = call.longAnswers, let reader = call.reader else { return make() }
        // Nobody reads it.
        return await longAnswers.make(for: reader, isOfPage: call.pageKey != nil, make) ?? Response(problem: gone)
    }

    private static let gone = ServiceError.unavailable("the reader has gone").problem

    /// The handler does not wait, so it needs no task.
    package static func atOnce<Body, Answer>(
        _ route: Route<Body, Answer>, _ act: @escaping @Owner @Sendable (Call, Body) throws(ServiceError) -> Answer
    ) -> Endpoint {
        Endpoint(
            row: route.row,
            handler: .atOnce { call in
                do throws(ServiceError) {
                    return response(to: call, try act(call, try call.admitted()))
                } catch {
                    return Response(problem: call.cut(error))
                }
            })
    }

    private static func answering(
        _ row: RouteRow, isLong: Bool, _ answer: @escaping @Owner @Sendable (Call, Caller) async throws(ServiceError) -> Response
    ) -> Endpoint {
        Endpoint(
            row: row,
            handler: .answer { call, caller in
                do throws(ServiceError) { return try await answer(call, caller) } catch { return Response(problem: call.cut(error)) }
            }, isLong: isLong)
    }

    private static func response<Answer: WireContent>(
        to call: Call, _ whole: Answer, _ location: ((Answer) -> String)? = nil
    ) -> Response {
        let answer = call.cut(whole)
        var response = Response(answer)
        if response.status == .ok { response.status = HTTPResponseStatus(statusCode: call.row.status) }
        if Answer.self == ParameterResource.self, let parameter = answer as? ParameterResource {
            response.headers.append(Response.tag(of: parameter))
        }
        if let location { response.headers.append(("Location", location(answer))) }
        return response
    }

    /// An endpoint that answers, for a route without a body.
    package static func on<Answer>(
        _ route: Route<NoBody, Answer>, location: (@Sendable (Answer) -> String)? = nil, isLong: Bool = false,
        _ act: @escaping @Owner @Sendable (Call, Caller) async throws(ServiceError) -> Answer
    ) -> Endpoint {
        on(route, location: location, isLong: isLong) { call, _, caller throws(ServiceError) in try await act(call, caller) }
    }

    /// Every request is refused while there is a reason.
    package func refusing(_ reason: @escaping @Owner @Sendable () -> ServiceError?) -> Endpoint {
        let guarded: Handler =
            switch handler {
            case .answer(let act):
                .answer { call, caller in
                    if let reason = reason() { return Response(problem: call.cut(reason)) }
                    return await act(call, caller)
                }
            case .atOnce(let act): .atOnce { call in reason().map { Response(problem: call.cut($0)) } ?? act(call) }
            case .stream: handler
            }
        return Endpoint(row: row, handler: guarded, isLong: isLong)
    }

    /// An endpoint that opens a stream of events.
    static func stream(
        _ route: Route<NoBody, EventFlow>, _ target: @escaping @Sendable (Call) throws(HTTPFailure) -> StreamTarget
    ) -> Endpoint {
        Endpoint(row: route.row, handler: .stream(target))
    }
}
