public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// What programs have declared, in the order in which the ids were first declared.
    public func declarations() async throws(ClientError) -> [DeclarationResource] { try await ask(Routes.listDeclarations) }
    /// Declares a parameter, for a request with `keep`; returns it, then its parts. Without `keep` the parameter would end at once, with
    /// the connection of this request; use a `DaemonSession` for that.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await ask(Routes.declare, "", request)
    }
    /// Withdraws a kept declaration; returns what remains of the id's declarations.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await ask(Routes.undeclare, id)
    }
}

extension DaemonSession {
    /// Declares a parameter that lives until the session is closed or its program ends; returns it, then its parts.
    public func declare(_ request: DeclareRequest) async throws(ClientError) -> [ParameterResource] {
        try await first(Routes.declare, "", request)
    }
    /// Withdraws a declaration before the session ends; returns what remains of the id's declarations.
    public func undeclare(_ id: String) async throws(ClientError) -> DeclarationResource {
        try await exchange(Routes.undeclare, id, NoBody())
    }
}
