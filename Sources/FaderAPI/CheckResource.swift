public import FaderValues

/// The value that a typed text would set; the answer to `POST /v1/parameters/{id}/check`.
public struct CheckResource: WireObject, Equatable {
    public var valid: Bool
    /// The text of the value that would be set; nil if not valid.
    public var text: String?
    /// That value; nil if not valid.
    public var value: Value?
    /// Why the text is not valid, or a notice that its value would be clamped; else nil.
    public var message: String?

    package init(valid: Bool, text: String? = nil, value: Value? = nil, message: String? = nil) {
        self.valid = valid
        self.text = text
        self.value = value
        self.message = message
    }
}

/// The body of `POST /v1/parameters/{id}/check`.
public struct CheckRequest: WireRequest, Equatable {
    public var text: String

    package init(text: String) { self.text = text }
}
