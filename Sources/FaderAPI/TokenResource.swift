/// The token that requests over TCP need.
public struct TokenResource: WireObject, Equatable {
    /// The token.
    public var token: String

    package init(token: String) { self.token = token }
}
