/// The words of `kind:`.
public enum KindWord: String, CaseIterable, Sendable {
    case number, integer, toggle, choice, text, range, color, trigger

    /// With its article, for a message.
    public var described: String { "\("aeiou".contains(rawValue.prefix(1)) ? "an" : "a") \(rawValue)" }

    /// Keys whose values are always texts, even if they look like numbers.
    public static let texts: Set<String> = ["label", "short", "unit", "currency", "kind", "type", "pattern"]
}
