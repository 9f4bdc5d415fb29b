extension ValueText {
    /// The words of a toggle, its own before those that every toggle takes.
    func toggle(_ typed: TypedCharacters, off: String, on: String) throws(RefusedValue.Reason) -> ParsedNumber {
        if typed.isWord(off) { return ParsedNumber(0) }
        if typed.isWord(on) { return ParsedNumber(1) }
        switch typed.string.lowercased() {
        case "off", "false", "no", "0", "min": return ParsedNumber(0)
        case "on", "true", "yes", "1", "max": return ParsedNumber(1)
        case "default": return ParsedNumber(spec.defaultValue)
        default: throw .notA(typed.string, "one of its words")
        }
    }

    /// An option by id or label, or by the beginning of only one; the first, the last or the default; or so many options on.
    func choice(
        _ typed: TypedCharacters, _ options: [ChoiceOption], current: Double, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedNumber {
        if let index = options.firstIndex(where: { typed.isWord($0.id) }) { return ParsedNumber(Double(index)) }
        if let index = options.firstIndex(where: { typed.isWord($0.label) }) { return ParsedNumber(Double(index)) }
        let word = typed.string.lowercased()
        switch word {
        case "min": return ParsedNumber(spec.minimum)
        case "max": return ParsedNumber(spec.maximum)
        case "default": return ParsedNumber(spec.defaultValue)
        default: break
        }
        let fitting = options.indices.filter { index in
            [options[index].id, options[index].label].contains { $0.lowercased().hasPrefix(word) }
        }
        guard fitting.isEmpty else {
            guard fitting.count == 1 else { throw .ambiguous(typed.string, fitting.prefix(4).map { options[$0].id }) }
            return ParsedNumber(Double(fitting[0]))
        }
        return try stepped(typed, current: current, for: viewer)
    }

    /// `+=1`: the next option; beyond the last as `out-of-range` says.
    private func stepped(_ typed: TypedCharacters, current: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        guard typed.all.count > 2, typed.all[1] == "=", let operation = Operation(typed.all[0]), operation.binds == 1,
            let count = Int(String(typed.all[2...])), count > 0, count <= 1_000_000
        else { throw .notA(typed.string, "one of the options") }
        return try fitted(current + Double(operation == .plus ? count : -count), for: viewer)
    }
}
