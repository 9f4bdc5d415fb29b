public struct ParsedNumber: Sendable, Equatable {
    /// Within the range.
    public var value: Double
    /// As typed.
    public var wanted: Double
    public var isClamped: Bool { value != wanted }
    /// It depends on the present value.
    public var isRelative = false

    public init(value: Double, wanted: Double) {
        self.value = value
        self.wanted = wanted
    }

    /// The range does not change it.
    init(_ value: Double) { self.init(value: value, wanted: value) }

    var asRelative: ParsedNumber {
        var parsed = self
        parsed.isRelative = true
        return parsed
    }
}
