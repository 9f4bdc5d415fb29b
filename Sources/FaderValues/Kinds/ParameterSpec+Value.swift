extension ParameterSpec {
    /// The value that the console's number means: a number, on or off, or an option's id. Not for a text parameter, whose number means a
    /// text that is kept elsewhere.
    public func value(of number: Double) -> Value { kind.rules.value(of: number) }

    /// The console's number for a value, within the range; nil for a value that this parameter cannot have: another kind, or an option that
    /// is gone.
    public func number(of value: Value) -> Double? { kind.rules.number(of: value, in: self) }

    /// The number of an option that had another id until the configuration came into force; nil for anything else.
    package func number(ofFormer value: Value) -> Double? { kind.rules.number(ofFormer: value) }

    /// Whether every position of the travel means the same value for this parameter as for `other`, steps aside.
    public func hasTravel(of other: ParameterSpec) -> Bool {
        kind.counts(like: other.kind) && keptUnit == other.keptUnit && taper == other.taper && isTurned == other.isTurned
            && minimum == other.minimum && maximum == other.maximum
    }

    /// Whether a number in the console means the same value for this parameter and for `next`, the parameter of that id in a new
    /// configuration. A number in another unit means another value; one without a unit is in whatever unit the new configuration has, as in
    /// the state file.
    public func counts(like next: ParameterSpec) -> Bool {
        // `Renumbering` changes the number to that of the same option.
        if isSupplied, next.isSupplied { return true }
        return kind.counts(like: next.kind) && (keptUnit.isEmpty || keptUnit == next.keptUnit)
    }
}
