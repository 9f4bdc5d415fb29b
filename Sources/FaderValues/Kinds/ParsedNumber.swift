public struct ParsedNumber: Sendable, Equatable {
    /// The value within the range.
    public var value: Double
    /// As typed.
    public var wanted: Double
    public var isClamped: Bool { value != wanted }
    /// Whether it depends on the present value.
    public var isRelative = false

    public init(value: Double, wanted: Double) {
        self.value = value
        self.wanted = wanted
    }

    /// A value that the range does not change.
    init(_ value: Double) { self.init(value: value, wanted: value) }

    var asRelative: ParsedNumber {
        var parsed = self
        parsed.isRelative = true
        return parsed
    }
}
