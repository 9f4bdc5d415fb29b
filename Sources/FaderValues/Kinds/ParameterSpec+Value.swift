extension ParameterSpec {
    /// The value that the console's number means. Not for a text parameter, whose number means a text that is kept elsewhere.
    public func value(of number: Double) -> Value { kind.rules.value(of: number) }

    /// The console's number for a value, within the range; nil for another kind, or an option that is gone.
    public func number(of value: Value) -> Double? { kind.rules.number(of: value, in: self) }

    /// The number of an option that had another id until the configuration came into force; nil for anything else.
    package func number(ofFormer value: Value) -> Double? { kind.rules.number(ofFormer: value) }

    /// Steps aside, every position means the same value.
    public func hasTravel(of other: ParameterSpec) -> Bool {
        kind.counts(like: other.kind) && keptUnit == other.keptUnit && taper == other.taper && isTurned == other.isTurned
            && minimum == other.minimum && maximum == other.maximum
    }

    /// A number in the console means the same value for `next`, the parameter of that id in a new configuration. A number in another unit
    /// means another value; one without a unit is in whatever unit the new configuration has, as in the state file.
    public func counts(like next: ParameterSpec) -> Bool {
        // `Renumbering` changes the number to that of the same option.
        if isSupplied, next.isSupplied { return true }
        return kind.counts(like: next.kind) && (keptUnit.isEmpty || keptUnit == next.keptUnit)
    }
}
