public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// What programs have declared, in the order of the first declarations.
    public func declarations() async throws(ClientError) -> [DeclarationResource] { try await ask(Routes.listDeclarations) }
    /// Declares a parameter with `keep`; returns it, then its parts. Without `keep` it would end at once, with the connection; see
    /// `DaemonSession`.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await ask(Routes.declare, "", request)
    }
    /// Takes back a kept declaration; returns what is left of the id's declarations.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await ask(Routes.undeclare, id)
    }
}

extension DaemonSession {
    /// Declares a parameter that lives until the session is closed or its program ends; returns it, then its parts.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await first(Routes.declare, "", request)
    }
    /// Takes a declaration back early; returns what is left of the id's declarations.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await exchange(Routes.undeclare, id, NoBody())
    }
}
