extension ParameterSpec {
    /// The value that the console's number means: a number, on or off, or an option's id. Not for a text parameter, whose number means a
    /// text that is kept elsewhere.
    public func value(of number: Double) -> Value {
        switch kind {
        case .number, .integer: return .number(number)
        case .toggle: return .flag(number >= 0.5)
        case .choice(let options): return .word(ValueText(self).option(number, of: options)?.id ?? "")
        case .trigger: return .nothing
        case .text: preconditionFailure("the number of a text is not a value: ask for the text itself")
        }
    }

    /// The console's number for a value, within the range; nil for a value that this parameter cannot have: another kind, or an option that
    /// is gone.
    public func number(of value: Value) -> Double? {
        switch (kind, value) {
        case (.number, .number(let number)): return fitted(number)
        case (.number, .word("-inf")): return minimum
        case (.integer, .number(let number)): return fitted(number.rounded())
        case (.toggle, .flag(let isOn)): return isOn ? 1 : 0
        case (.choice(let options), .word(let id)): return options.firstIndex { $0.id == id }.map(Double.init)
        default: return nil
        }
    }

    private func fitted(_ number: Double) -> Double? {
        let scale = NumberScale(self, nil)
        return scale.clamp(scale.wrapped(number))
    }
}
