extension ParameterSpec {
    /// The value that the console's number means: a number, on or off, or an option's id. Not for a text parameter, whose number means a
    /// text that is kept elsewhere.
    public func value(of number: Double) -> Value { kind.rules.value(of: number) }

    /// The console's number for a value, within the range; nil for a value that this parameter cannot have: another kind, or an option that
    /// is gone.
    public func number(of value: Value) -> Double? { kind.rules.number(of: value, in: self) }

    /// The number of an option that had another id until the configuration came into force; nil for anything else.
    package func number(ofFormer value: Value) -> Double? { kind.rules.number(ofFormer: value) }
}
