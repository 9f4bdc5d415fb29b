public import FaderCore

/// What typed text would come to; the answer to `POST /v1/parameters/{id}/check`.
public struct CheckResource: Codable, Sendable, Equatable {
    /// Whether a `set` of it would be accepted.
    public var valid: Bool
    /// The text of the value that it would be set to; nil where not valid.
    public var text: String?
    /// That value; nil where not valid.
    public var value: Value?
    /// Why not, or that it would be clamped; nil where there is nothing to say.
    public var message: String?

    /// A judgement.
    public init(valid: Bool, text: String? = nil, value: Value? = nil, message: String? = nil) {
        self.valid = valid
        self.text = text
        self.value = value
        self.message = message
    }
}
