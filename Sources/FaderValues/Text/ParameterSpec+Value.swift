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
        case (.choice(let options), .word(let id)): return options.place(of: id).map(Double.init)
        default: return nil
        }
    }

    /// The number of an option that had another id until the configuration came into force; nil for anything else.
    package func number(ofFormer value: Value) -> Double? {
        guard case (.choice(let options), .word(let id)) = (kind, value) else { return nil }
        return options.firstIndex { $0.former.map { ExactText($0) == ExactText(id) } ?? false }.map(Double.init)
    }

    private func fitted(_ number: Double) -> Double? {
        let scale = NumberScale(self, nil)
        return scale.clamp(scale.wrapped(number))
    }
}
