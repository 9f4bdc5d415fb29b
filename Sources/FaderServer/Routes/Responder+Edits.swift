internal import FaderAPI
internal import FaderModel
internal import NIOHTTP1

extension Responder {
    /// Answers requests about an edit.
    func edit(
        _ target: Router.Target, _ body: [UInt8], _ viewer: ViewerWish, on connection: ConnectionID
    ) async throws(ServiceError) -> Response {
        let id = target.id
        switch target.operation {
        case .beginEdit:
            let begun = try await service.beginEdit(of: id, for: viewer, on: connection)
            var response = Response(begun)
            response.status = .created
            response.headers.append(("Location", APIPath.edit(begun.edit)))
            return response
        case .draft:
            return try await with(DraftRequest.self, body) { ask throws(ServiceError) in
                try await service.draft(id, text: ask.draft, on: connection)
            }
        case .submitEdit: return Response(try await service.end(id, by: .submit, on: connection))
        case .blurEdit: return Response(try await service.end(id, by: .blur, on: connection))
        case .cancelEdit: return Response(try await service.end(id, by: .cancel, on: connection))
        default: return Response(try await service.edit(id, on: connection))
        }
    }
}
