internal import FaderAPI
internal import NIOHTTP1

extension Responder {
    /// Answers requests about a declaration.
    func declaration(
        _ target: Router.Target, _ body: [UInt8], _ viewer: ViewerWish, on connection: ConnectionID
    ) async throws(ServiceError) -> Response {
        switch target.operation {
        case .declare:
            var path: String?
            var response = try await with(DeclareRequest.self, body) { ask throws(ServiceError) in
                path = APIPath.declaration(ask.id)
                return try await service.declare(ask, body: body, for: viewer, on: connection)
            }
            guard let path else { return response }
            response.status = .created
            response.headers.append(("Location", path))
            return response
        case .undeclare: return Response(try await service.undeclare(target.id, on: connection))
        default: return Response(await service.declarations())
        }
    }
}
