/// The result of reading typed text.
public struct ParsedNumber: Sendable, Equatable {
    /// The value within the range.
    public var value: Double
    /// The value as typed.
    public var wanted: Double
    /// Whether the range changed it.
    public var isClamped: Bool { value != wanted }
    /// Whether it depends on the present value.
    public var isRelative = false

    /// A result from its parts.
    public init(value: Double, wanted: Double) {
        self.value = value
        self.wanted = wanted
    }

    /// A value that the range does not change.
    init(_ value: Double) { self.init(value: value, wanted: value) }

    /// The same value, marked as depending on the present one.
    var asRelative: ParsedNumber {
        var parsed = self
        parsed.isRelative = true
        return parsed
    }
}
