extension ValueText {
    /// The actions of buttons, as words that can be typed; a parameter's own words take precedence.
    public static let pressWords = ["toggle", "next", "previous"]

    /// Reads a word of a toggle: its own words before those that every toggle accepts; the words of button actions come last.
    func toggle(
        _ typed: TypedCharacters, off: String, on: String, current: Double
    ) throws(RefusedValue.Reason) -> ParsedNumber {
        if typed.isWord(off) { return ParsedNumber(0) }
        if typed.isWord(on) { return ParsedNumber(1) }
        switch typed.string.lowercased() {
        case "off", "false", "no", "0", "min": return ParsedNumber(0)
        case "on", "true", "yes", "1", "max": return ParsedNumber(1)
        case "default": return ParsedNumber(spec.defaultValue)
        default:
            guard let value = pressed(typed, current: current) else { throw .notA(typed.string, "one of its words") }
            return ParsedNumber(value).asRelative
        }
    }

    /// The value after a button's action, typed as a word: `toggle` for a parameter with options, `next` or `previous` for the neighboring
    /// option, or for a step of a number. Nil for any other word. The parameter's own words take precedence.
    func pressed(_ typed: TypedCharacters, current: Double) -> Double? {
        let count: Int
        switch typed.string.lowercased() {
        case "toggle" where spec.kind.hasOptions:
            return position(of: current).fraction < 0.5 ? spec.last : spec.first
        case "next": count = 1
        case "previous": count = -1
        default: return nil
        }
        return spec.kind.hasOptions ? cycled(from: current, by: count) : stepped(from: current, by: count)
    }

    /// Reads an option: its id or label, or the beginning of only one; the first, the last or the default option; a button's action; or a
    /// number of options to move.
    func choice(
        _ typed: TypedCharacters, _ options: [ChoiceOption], current: Double, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedNumber {
        if let index = options.place(of: typed.string) { return ParsedNumber(Double(index)) }
        for name in [\ChoiceOption.id, \.label] {
            // Only options that a target supplies can have names that differ in case alone.
            let called = options.indices.filter { typed.isWord(options[$0][keyPath: name]) }
            guard called.count < 2 else { throw .ambiguous(typed.string, called.prefix(4).map { options[$0].label }) }
            if let index = called.first { return ParsedNumber(Double(index)) }
        }
        let word = typed.string.lowercased()
        switch word {
        case "min": return ParsedNumber(spec.minimum)
        case "max": return ParsedNumber(Double(options.lastIndex(where: \.isThere) ?? Int(spec.maximum)))
        case "default": return ParsedNumber(spec.defaultValue)
        default: break
        }
        let fitting = options.indices.filter { index in
            options[index].isThere && [options[index].id, options[index].label].contains { $0.lowercased().hasPrefix(word) }
        }
        guard fitting.isEmpty else {
            guard fitting.count == 1 else {
                throw .ambiguous(typed.string, fitting.prefix(4).map { spec.isSupplied ? options[$0].label : options[$0].id })
            }
            return ParsedNumber(Double(fitting[0]))
        }
        if let value = pressed(typed, current: current) { return ParsedNumber(value).asRelative }
        return try stepped(typed, current: current, for: viewer)
    }

    /// A move by a number of options: `+=1` is the next one. Beyond the last or the first option, `out-of-range` decides.
    private func stepped(_ typed: TypedCharacters, current: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        guard typed.all.count > 2, typed.all[1] == "=", let operation = Operation(typed.all[0]), operation.precedence == 1,
            let count = Int(String(typed.all[2...])), count > 0, count <= 1_000_000
        else { throw .notA(typed.string, "one of the options") }
        return try fitted(current + Double(operation == .plus ? count : -count), for: viewer).asRelative
    }
}
