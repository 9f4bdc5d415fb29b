internal import FaderAPI

/// Turns a request into calls to the daemon, and their results into an answer. It does not handle event streams.
struct Responder: Sendable {
    let service: any FaderService
    /// The server's own part of the status: its connections, and the TCP address it listens on.
    let ownStatus: @Sendable () async -> (connections: StatusResource.Connections, listen: String?)

    /// The answer to any request.
    func respond(to target: Router.Target, body: [UInt8], on connection: ConnectionID) async -> Response {
        do throws(HTTPFailure) {
            if !target.operation.hasBody, !body.isEmpty, body != Array("{}".utf8) {
                throw .malformed("this request has no body; leave it out")
            }
            let viewer = try ViewerWish(query: target.query, languages: target.languages)
            let body = body.isEmpty && target.operation.isBodyOptional ? Array("{}".utf8) : body
            do throws(ServiceError) {
                return try await perform(target, body, viewer, on: connection)
            } catch {
                return Response(problem: error.problem)
            }
        } catch {
            return error.response
        }
    }

    private func perform(
        _ target: Router.Target, _ body: [UInt8], _ viewer: ViewerWish, on connection: ConnectionID
    ) async throws(ServiceError) -> Response {
        switch target.operation {
        case .status:
            var status = await service.status()
            (status.connections, status.listen) = await ownStatus()
            return Response(status)
        case .surfaces: return Response(await service.surfaces())
        case .openAPI: return Response(json: OpenAPI.document)
        case .reload: return Response(try await service.reload())
        case .virtualFaders: return Response(try await service.virtualFaders())
        case .virtualGesture:
            return try await with(VirtualGesture.self, body) { ask throws(ServiceError) in try await service.virtual(target.id, ask) }
        case .parameters, .parameter, .put, .check, .step, .reset, .explain: return try await parameters(target, body, viewer)
        case .history: return Response(try await service.history(for: viewer))
        case .undo: return try await with(UndoRequest.self, body) { ask throws(ServiceError) in try await service.undo(ask, for: viewer) }
        case .redo: return try await with(UndoRequest.self, body) { ask throws(ServiceError) in try await service.redo(ask, for: viewer) }
        case .snapshots, .snapshot, .saveSnapshot, .deleteSnapshot, .renameSnapshot, .recall:
            return try await snapshots(target, body, viewer)
        case .export: return Response(json: await service.export())
        case .importing:
            let isDryRun: Bool
            do throws(HTTPFailure) { isDryRun = try target.flag("dry-run") } catch { return error.response }
            return Response(json: try await service.importDocument(body, isDryRun: isDryRun, for: viewer))
        case .beginEdit, .edit, .draft, .submitEdit, .blurEdit, .cancelEdit: return try await edit(target, body, viewer, on: connection)
        case .declarations, .declare, .undeclare: return try await declaration(target, body, viewer, on: connection)
        case .events, .monitor: return HTTPFailure.internalError("a stream is not answered at once").response
        }
    }

    private func parameters(_ target: Router.Target, _ body: [UInt8], _ viewer: ViewerWish) async throws(ServiceError) -> Response {
        let id = target.id
        switch target.operation {
        case .parameters:
            try service.accept(viewer)
            let prefix = target.query["prefix"] ?? ""
            return Response(await service.parameters(for: viewer).filter { $0.id.hasPrefix(prefix) })
        case .put:
            return try await with(ParameterChange.self, body) { change throws(ServiceError) in
                try await service.put(id, change, for: viewer)
            }
        case .check:
            return try await with(CheckRequest.self, body) { ask throws(ServiceError) in
                try await service.check(id, text: ask.text, for: viewer)
            }
        case .step:
            return try await with(StepRequest.self, body) { ask throws(ServiceError) in try await service.step(id, ask, for: viewer) }
        case .reset: return Response(try await service.reset(id, for: viewer))
        case .explain: return Response(try await service.explain(id, for: viewer))
        default: return Response(try await service.parameter(id, for: viewer))
        }
    }

    private func snapshots(_ target: Router.Target, _ body: [UInt8], _ viewer: ViewerWish) async throws(ServiceError) -> Response {
        let name = target.id
        switch target.operation {
        case .snapshot: return Response(try await service.snapshot(name, for: viewer))
        case .saveSnapshot:
            return try await with(SnapshotRequest.self, body) { ask throws(ServiceError) in try await service.saveSnapshot(name, ask) }
        case .deleteSnapshot: return Response(try await service.deleteSnapshot(name))
        case .renameSnapshot:
            return try await with(RenameRequest.self, body) { ask throws(ServiceError) in try await service.renameSnapshot(name, ask) }
        case .recall:
            return try await with(RecallRequest.self, body) { ask throws(ServiceError) in
                try await service.recall(name, ask, for: viewer)
            }
        default: return Response(await service.snapshots())
        }
    }

    /// Decodes the body and answers with the result.
    func with<Body: Decodable, Resource: Encodable>(
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
