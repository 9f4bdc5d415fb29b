/// The words of `kind:`, and which keys a parameter of each kind can have, in the config and in declarations.
public enum KindWord: String, CaseIterable, Sendable {
    /// One word for each kind.
    case number, integer, toggle, choice, text, range, color, trigger

    /// The word with its article, for a message.
    public var described: String { self == .integer ? "an integer" : "a \(rawValue)" }

    /// The kinds that have a scale.
    public static let scales: [KindWord] = [.number, .integer, .range]

    /// The kinds that have a value.
    private static let valued = allCases.filter { $0 != .trigger }

    /// Every key of a parameter, with the kinds that can have it, in the order in which keys are suggested.
    private static let uses: [(key: String, kinds: [KindWord])] = [
        ("kind", allCases), ("type", allCases), ("label", allCases), ("short", allCases.filter { $0 != .text }),
        ("color", allCases), ("default", valued), ("recall-safe", valued),
        ("min", scales), ("max", scales), ("unit", scales), ("currency", scales), ("decimals", scales), ("taper", scales),
        ("step", scales), ("big-step", scales), ("fine-step", scales), ("out-of-range", scales), ("format", scales),
        ("wrap", [.number, .integer]),
        ("words", [.toggle]), ("options", [.choice]), ("pattern", [.text]), ("max-length", [.text]), ("gap", [.range]), ("meet", [.range]),
    ]

    /// The keys whose values are always texts, even if they look like numbers.
    public static let texts: Set<String> = ["label", "short", "unit", "currency", "kind", "type", "pattern"]

    /// Every key that a parameter of some kind can have.
    public static let keys = uses.map(\.key)

    /// Whether a parameter of this kind can have a key.
    public func takes(_ key: String) -> Bool { Self.uses.contains { $0.key == key && $0.kinds.contains(self) } }

    /// The kinds that can have a key, listed for people: `number, integer and range`.
    public static func kinds(with key: String) -> String {
        let words = allCases.filter { $0.takes(key) }.map(\.rawValue)
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
