/// The words of `kind:`, and which keys a parameter of each kind can have, in the config and in declarations.
public enum KindWord: String, CaseIterable, Sendable {
    /// One word for each kind.
    case number, integer, toggle, choice, text, range, color, trigger

    /// The word with its article, for a message.
    public var described: String { "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)" }

    /// The keys whose values are always texts, even if they look like numbers.
    public static let texts: Set<String> = ["label", "short", "unit", "currency", "kind", "type", "pattern"]

    /// Every key that a parameter of some kind can have, in the order in which keys are suggested.
    public static let keys = allCases.reduce(into: [String]()) { all, word in all += word.kind.keys.filter { !all.contains($0) } }

    /// Whether a parameter of this kind can have a key.
    public func takes(_ key: String) -> Bool { kind.keys.contains(key) }

    /// The kinds that can have a key, listed for people: `number, integer and range`.
    public static func kinds(with key: String) -> String {
        let words = allCases.filter { $0.takes(key) }.map(\.rawValue)
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
