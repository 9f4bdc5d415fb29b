extension ValueText {
    /// Typed words; a parameter's own words take precedence.
    public static let pressWords = ["toggle", "next", "previous"]

    /// `toggle` for a parameter with options, `next` or `previous` for the neighboring option, or for a step of a number. Nil for any other
    /// word.
    func pressed(_ typed: TypedCharacters, current: Double) -> Double? {
        let hasOptions = type(of: kind).form == .words
        let count: Int
        switch typed.string.lowercased() {
        case "toggle" where hasOptions:
            return position(of: current).fraction < 0.5 ? spec.last : spec.first
        case "next": count = 1
        case "previous": count = -1
        default: return nil
        }
        return hasOptions ? cycled(from: current, by: count) : stepped(from: current, by: count)
    }
}
