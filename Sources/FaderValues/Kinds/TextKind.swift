internal import FaderJSON

/// `text`: internally the number of a text that is kept elsewhere, so the number alone does not tell the value. Its `TextRule` decides what
/// it accepts.
struct TextKind: KindOfParameter {
    let rule: TextRule

    static let word = KindWord.text
    static let keys = KindKeys.valued.filter { $0 != "short" } + ["pattern", "max-length"]
    static let sort = "a text"
    static let isDriven = false
    static let form = ValueForm.text
    static let isSwitch = false

    var options: [ChoiceOption]? { nil }
    var words: [String] { [] }
    var textRule: TextRule? { rule }

    func counts(like next: any KindOfParameter) -> Bool {
        next.textRule.map { rule.pattern == $0.pattern && rule.maximumLength <= $0.maximumLength } ?? false
    }

    func wordless(isSupplied: Bool) -> ParameterKind { .text(rule) }

    func settings(of spec: ParameterSpec) -> [(key: String, value: String)] {
        [("pattern", rule.pattern?.source ?? ""), ("max-length", "\(rule.maximumLength)")]
    }

    static func suits(button: Bool) -> Bool { false }
    static let press = ButtonPress.follow
    var lampStates: Int? { 2 }
    var lampWords: [[String]]? { nil }

    func value(of number: Double) -> Value { preconditionFailure("the number of a text is not a value: ask for the text itself") }
    func number(of value: Value, in spec: ParameterSpec) -> Double? { nil }
    func number(ofFormer value: Value) -> Double? { nil }
    func value(ofPlain number: Double) -> Value? { nil }

    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { "" }
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { "" }
    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool { true }
    func range(in text: ValueText, for viewer: Viewer) -> String { "" }
    func example(in text: ValueText, for viewer: Viewer) -> String { rule.example ?? "" }
    func expected(in text: ValueText, for viewer: Viewer) -> String { rule.expected }

    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    {
        throw .notA(typed.string, NumberKind.sort)
    }

    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        throw .notA(value.shown, Self.sort)
    }

    static func sort(insteadOf value: Value) -> String? { nil }

    var messageWords: [String] { [] }
    static func number(ofCommonWord word: String) -> Double? { nil }

    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm {
        // Home Assistant trims the result of a template, so the blank becomes an empty text again.
        HomeAssistantForm(platform: "text", fields: ["max": .number(spelling: "\(longest)"), "val_tpl": .text("{{ value }}")])
    }

    /// As many whole characters as fit. An empty text becomes a blank, because brokers do not keep an empty message.
    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String? {
        guard case .word(let text) = value else { return nil }
        guard !text.isEmpty else { return " " }
        guard text.unicodeScalars.count > longest else { return text }
        var (count, fitting) = (0, "")
        for character in text {
            count += character.unicodeScalars.count
            guard count <= longest else { break }
            fitting.append(character)
        }
        return fitting
    }

    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value? { .word(command) }

    /// The longest text that Home Assistant takes, in Unicode code points.
    private var longest: Int { min(rule.maximumLength, 255) }
}
