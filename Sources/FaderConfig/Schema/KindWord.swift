/// The words of `kind:`, and which keys a parameter of each kind can have.
enum KindWord: String, CaseIterable {
    case number, integer, toggle, choice, text, range, color

    /// With its article, for a message.
    var described: String { self == .integer ? "an integer" : "a \(rawValue)" }

    private static let scales: [KindWord] = [.number, .integer, .range]

    /// Every key of a parameter with the kinds that can have it, in the order of suggestion.
    private static let uses: [(key: String, kinds: [KindWord])] = [
        ("kind", allCases), ("type", allCases), ("label", allCases), ("default", allCases),
        ("min", scales), ("max", scales), ("unit", scales), ("currency", scales), ("decimals", scales), ("taper", scales),
        ("step", scales), ("big-step", scales), ("fine-step", scales), ("out-of-range", scales), ("format", scales),
        ("words", [.toggle]), ("options", [.choice]), ("pattern", [.text]), ("max-length", [.text]), ("gap", [.range]), ("meet", [.range]),
    ]

    /// Every key that a parameter of some kind can have.
    static let keys = uses.map(\.key)

    /// Whether a parameter of this kind can have a key.
    func takes(_ key: String) -> Bool { Self.uses.contains { $0.key == key && $0.kinds.contains(self) } }

    /// Reports the keys that do not fit this kind; of those that come from a type, only the first.
    func check(_ fields: Fields, report: Report) {
        var isTypeTold = false
        for entry in fields.values where !takes(entry.key) && !entry.value.isUnusable {
            let kinds = Self.uses.first { $0.key == entry.key }?.kinds ?? []
            let isOfType = entry.keyPlace.type != nil
            if isOfType, isTypeTold { continue }
            isTypeTold = isTypeTold || isOfType
            let hint = entry.key == "words" && Self.scales.contains(self) ? "; words for values stand in its format" : ""
            report.error(
                entry.keyPlace, "\(entry.key) does not fit \(described): it is for \(Self.listed(kinds))\(hint)")
        }
    }

    /// Words as a person lists them: `number, integer and range`.
    private static func listed(_ kinds: [KindWord]) -> String {
        let words = kinds.map(\.rawValue)
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// The keys that a parameter can have in the config.
public enum ParameterKeys {
    /// The keys of all kinds of parameter.
    public static let all = KindWord.keys
}
