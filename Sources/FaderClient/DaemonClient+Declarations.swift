public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// What programs have declared, in the order of the first declarations.
    public func declarations() async throws(ClientError) -> [DeclarationResource] { try await get(APIPath.declarations) }
    /// Declares a parameter that is to be kept: it, then its parts. One that is not goes at once, with the connection; see `DaemonSession`.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await send(.POST, viewed(APIPath.declarations), request)
    }
    /// Takes back what is kept under an id: what is left.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await exchange(.DELETE, APIPath.declaration(id), nil)
    }
}

extension DaemonSession {
    /// Declares a parameter that lives until the session is closed, or its program ends: it, then its parts.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await first(.POST, client.viewed(APIPath.declarations), try DaemonClient.encode(request))
    }
    /// Takes it back early: what is left.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await exchange(.DELETE, APIPath.declaration(id))
    }
}
