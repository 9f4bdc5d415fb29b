/// The words of `kind:`, and which keys a parameter of each kind can have, in the config and in declarations.
public enum KindWord: String, CaseIterable, Sendable {
    case number, integer, toggle, choice, text, range, color, trigger

    /// The word with its article, for a message.
    public var described: String { "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)" }

    /// Keys whose values are always texts, even if they look like numbers.
    public static let texts: Set<String> = ["label", "short", "unit", "currency", "kind", "type", "pattern"]
}
