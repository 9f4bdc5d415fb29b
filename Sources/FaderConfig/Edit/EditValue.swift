internal import FaderJSON
internal import FaderValues

/// A value that an edit writes, or that a file has.
indirect enum EditValue: Sendable {
    /// `isBare`: without quotes, as numbers, true and false are.
    case text(String, isBare: Bool)
    case list([EditValue])
    case block([Member])

    struct Member: Sendable {
        let key: String
        var value: EditValue
    }

    /// An item of a list cannot be null, because people would not recognize an empty item in YAML.
    init(_ node: JSONNode) throws(ConfigEditRefusal) {
        switch node.content {
        case .null: self = .text("", isBare: true)
        case .flag(let flag): self = .text(flag ? "true" : "false", isBare: true)
        case .number(let spelling): self = .text(spelling, isBare: true)
        case .text(let text): self = .text(text, isBare: false)
        case .list(let items):
            var values: [EditValue] = []
            for item in items {
                guard item.content != .null else { throw .malformed("an item of a list cannot be null") }
                values.append(try EditValue(item))
            }
            self = .list(values)
        case .object(let members):
            var values: [Member] = []
            for member in members { values.append(Member(key: member.key, value: try EditValue(member.value))) }
            self = .block(values)
        }
    }

    /// A value inside the keys and lists that a path still needs: `{a: {b: value}}`.
    init(_ value: EditValue, at path: ArraySlice<EditPath.Step>) throws(ConfigEditRefusal) {
        self = value
        for step in path.reversed() {
            switch step {
            case .key(let key): self = .block([Member(key: key, value: self)])
            case .index(0): self = .list([self])
            case .index(let index): throw .missing("a new list begins with item 0, not \(index)", suggestion: nil)
            }
        }
    }

    /// Whether both values mean the same, however they are written.
    func isSame(as other: EditValue) -> Bool {
        switch (self, other) {
        case (.text(let text, let isBare), .text(let other, let isOtherBare)):
            // Without quotes, an empty text is nothing.
            text.utf8.elementsEqual(other.utf8) && (!text.isEmpty || isBare == isOtherBare)
        case (.list(let items), .list(let others)):
            items.count == others.count && zip(items, others).allSatisfy { $0.isSame(as: $1) }
        case (.block(let members), .block(let others)):
            members.count == others.count
                && zip(members, others).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isSame(as: $1.value) }
        default: false
        }
    }

    /// The members of a block that has any; they can be on lines of their own.
    var members: [Member]? { if case .block(let members) = self, !members.isEmpty { members } else { nil } }

    /// The items of a list; nil if this is not a list, or an empty one.
    var items: [EditValue]? { if case .list(let items) = self, !items.isEmpty { items } else { nil } }

    /// A text gets the quotes of the text that it replaces, if possible.
    func inline(like style: MarkedNode.Style? = nil) -> String {
        switch self {
        case .text(let text, isBare: true): text
        case .text(let text, isBare: false): YAMLWord.text(text, like: style)
        case .list(let items): "[" + items.map { $0.inline() }.joined(separator: ", ") + "]"
        case .block(let members): "{" + members.map(\.inline).joined(separator: ", ") + "}"
        }
    }
}

extension EditValue {
    /// What is in quotes is a text, even a number, true or false.
    var json: JSONValue {
        switch self {
        case .text("", isBare: true): .null
        case .text("true", isBare: true): .flag(true)
        case .text("false", isBare: true): .flag(false)
        case .text(let text, let isBare):
            if isBare, let number = NumberSyntax.number(text), number.isFinite { .number(number) } else { .text(text) }
        case .list(let items): .list(items.map(\.json))
        case .block(let members): .object(Dictionary(members.map { ($0.key, $0.value.json) }) { first, _ in first })
        }
    }
}

extension EditValue.Member {
    var inline: String { "\(key.yamlWord): \(value.inline())" }
}

/// How a text is written in YAML.
enum YAMLWord {
    /// A text as it is written to replace one in this style; nil: it replaces none.
    static func text(_ text: String, like style: MarkedNode.Style?) -> String {
        switch style {
        case .plain where isPlain(text): text
        case .single where text.unicodeScalars.allSatisfy({ !$0.isUnprintable && $0.value & 0xFFFE != 0xFFFE }):
            "'" + String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "'" ? ["'", "'"] : [$0] })) + "'"
        case .double: text.yamlQuoted
        default: isQuantity(text) ? text : text.yamlWord
        }
    }

    /// A number to the config, or one with a unit, which people do not put in quotes: `-inf`, `230 ms`.
    private static func isQuantity(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return NumberSyntax.isMinusInfinity(text) || words.count == 2 && NumberSyntax.number(String(words[0])) != nil && isPlain(text)
    }

    /// Whether a text means the same without quotes, also inside brackets. Stricter than YAML, so that nobody has to think twice.
    private static func isPlain(_ text: String) -> Bool {
        if text.yamlWord == text || NumberSyntax.number(text) != nil || NumberSyntax.isMinusInfinity(text) { return true }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.count > 1
            && words.allSatisfy { word in
                word.unicodeScalars.first.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
                    && word.unicodeScalars.allSatisfy { $0.isASCII ? isWordPart($0) : $0.properties.isAlphabetic && !$0.isUnprintable }
            }
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_.+/*()".unicodeScalars.contains(scalar)
    }
}
