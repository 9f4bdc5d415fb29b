internal import FaderAPI

/// Turns a request into calls to the daemon and what it says into an answer. Event streams are not its business.
struct Responder: Sendable {
    let service: any FaderService
    let connections: @Sendable () async -> StatusResource.Connections

    /// The answer to a request, whatever it is.
    func respond(to target: Router.Target, body: [UInt8]) async -> Response {
        do throws(HTTPFailure) {
            if !target.operation.hasBody, !body.isEmpty, body != Array("{}".utf8) {
                throw .malformed("this request has no body; leave it out")
            }
            do throws(ServiceError) {
                return try await perform(target, body)
            } catch {
                return Response(problem: error.problem)
            }
        } catch {
            return error.response
        }
    }

    private func perform(_ target: Router.Target, _ body: [UInt8]) async throws(ServiceError) -> Response {
        let id = target.id
        switch target.operation {
        case .status:
            var status = await service.status()
            status.connections = await connections()
            return Response(status)
        case .surfaces: return Response(await service.surfaces())
        case .openAPI: return Response(json: OpenAPI.document)
        case .parameters:
            let prefix = target.query["prefix"] ?? ""
            return Response(await service.parameters().filter { $0.id.hasPrefix(prefix) })
        case .parameter: return Response(try await service.parameter(id))
        case .put: return try await with(ParameterChange.self, body) { change throws(ServiceError) in try await service.put(id, change) }
        case .check:
            return try await with(CheckRequest.self, body) { ask throws(ServiceError) in try await service.check(id, text: ask.text) }
        case .step: return try await with(StepRequest.self, body) { ask throws(ServiceError) in try await service.step(id, by: ask.by) }
        case .reset: return Response(try await service.reset(id))
        case .explain: return Response(try await service.explain(id))
        case .reload: return Response(try await service.reload())
        case .virtualFaders: return Response(try await service.virtualFaders())
        case .virtualGesture:
            return try await with(VirtualGesture.self, body) { gesture throws(ServiceError) in try await service.virtual(id, gesture) }
        case .events, .monitor: return HTTPFailure.internalError("a stream is not answered at once").response
        }
    }

    /// Reads the body and answers what comes of it.
    private func with<Body: Decodable, Resource: Encodable>(
        _ type: Body.Type, _ body: [UInt8], _ act: (Body) async throws(ServiceError) -> Resource
    ) async throws(ServiceError) -> Response {
        let ask: Body
        do throws(WireError) {
            ask = try WireJSON.decode(type, from: body)
        } catch {
            return HTTPFailure.malformed("the body cannot be used: \(error)").response
        }
        return Response(try await act(ask))
    }
}
