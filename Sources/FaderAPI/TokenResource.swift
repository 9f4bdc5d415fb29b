/// The token that requests over TCP need.
public struct TokenResource: WireType, Equatable {
    /// The token.
    public var token: String

    package init(token: String) { self.token = token }

    package static let notes: KeyNotes = ["token": .with(#""pattern": "^[A-Za-z0-9_-]{43,128}$""#)]
}
