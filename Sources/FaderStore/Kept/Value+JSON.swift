internal import FaderJSON
internal import FaderValues

/// Values as JSON, here and in an export: `-6.0`, `"-inf"`, `true`, `"warm"`, `[100.0, 900.0]`.
extension JSONValue {
    /// A value as JSON. JSON has no infinity, so −∞ is the string `"-inf"`.
    init(_ value: Value) {
        self =
            switch value {
            case .number(let number): Self.end(number)
            case .flag(let flag): .flag(flag)
            case .word(let word): .text(word)
            case .pair(let low, let high): .list([Self.end(low), Self.end(high)])
            case .nothing: .null
            }
    }

    /// A string is always a word, even `"-inf"`: only the parameter's kind tells −∞ from a text. `ParameterSpec.number(of:)` takes the word
    /// for −∞.
    var value: Value? {
        switch self {
        case .number: double.map { .number($0) }
        case .flag(let flag): .flag(flag)
        case .text(let word): .word(word)
        case .list(let ends):
            if ends.count == 2, let low = ends[0].end, let high = ends[1].end { .pair(low, high) } else { nil }
        case .null, .object: nil
        }
    }

    private static func end(_ number: Double) -> JSONValue { number == -.infinity ? .text("-inf") : .number(number) }

    /// This as an end of a range, where `"-inf"` can only be −∞.
    private var end: Double? { self == .text("-inf") ? -.infinity : double }
}

extension JSONValue {
    /// Appends an object within the outermost one, sorted by key, a member a line.
    static func appendLines<Member>(_ members: [String: Member], to text: inout String, _ append: (Member, inout String) -> Void) {
        guard !members.isEmpty else { return text += "{}" }
        var separator = "{\n    "
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            text += separator
            appendQuoted(key, to: &text)
            text += ": "
            append(member, &text)
            separator = ",\n    "
        }
        text += "\n  }"
    }
}

extension Value {
    /// Whether it can be saved: all its numbers are finite or −∞.
    var isStorable: Bool {
        switch self {
        case .number(let number): number < .infinity
        case .pair(let low, let high): low < .infinity && high < .infinity
        case .nothing: false
        case .flag, .word: true
        }
    }
}
