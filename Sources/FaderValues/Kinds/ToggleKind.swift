/// `toggle`: 0 is off, 1 is on; people read and type the words.
struct ToggleKind: KindOfParameter {
    let off: String
    let on: String

    static let word = KindWord.toggle
    static let keys = KindKeys.valued + ["words"]
    static let sort = "one of its words"
    static let isDriven = true
    static let form = ValueForm.words
    static let isSwitch = true

    var options: [ChoiceOption]? { nil }
    var words: [String] { [off, on] }
    var textRule: TextRule? { nil }
    func counts(like next: any KindOfParameter) -> Bool { true }
    func wordless(isSupplied: Bool) -> ParameterKind { .toggle(off: "", on: "") }
    func settings(of spec: ParameterSpec) -> [(key: String, value: String)] { [("words", "\(words)")] }

    static func suits(button: Bool) -> Bool { true }
    static let press = ButtonPress.toggle
    var lampStates: Int? { 2 }
    var lampWords: [[String]]? { [["off", off], ["on", on]] }

    func value(of number: Double) -> Value { .flag(number >= 0.5) }

    func number(of value: Value, in spec: ParameterSpec) -> Double? {
        if case .flag(let isOn) = value { isOn ? 1 : 0 } else { nil }
    }

    func number(ofFormer value: Value) -> Double? { nil }
    func value(ofPlain number: Double) -> Value? { .flag(number >= 0.5) }

    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { value < 0.5 ? off : on }
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { value < 0.5 ? off : on }
    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool { true }
    func range(in text: ValueText, for viewer: Viewer) -> String { "\(off) or \(on)" }
    func example(in text: ValueText, for viewer: Viewer) -> String { text.format(text.spec.defaultValue, for: viewer) }
    func expected(in text: ValueText, for viewer: Viewer) -> String { range(in: text, for: viewer) }

    /// Its own words come first, then those that every toggle accepts, then those of button actions.
    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    {
        if typed.isWord(off) { return ParsedNumber(0) }
        if typed.isWord(on) { return ParsedNumber(1) }
        switch typed.string.lowercased() {
        case "off", "false", "no", "0", "min": return ParsedNumber(0)
        case "on", "true", "yes", "1", "max": return ParsedNumber(1)
        case "default": return ParsedNumber(text.spec.defaultValue)
        default:
            guard let value = text.pressed(typed, current: current) else { throw .notA(typed.string, Self.sort) }
            return ParsedNumber(value).asRelative
        }
    }

    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        guard case .flag(let isOn) = value else { throw .notA(value.shown, Self.sort) }
        return ParsedNumber(isOn ? 1 : 0)
    }

    static func sort(insteadOf value: Value) -> String? { if case .flag = value { nil } else { "true or false" } }

    var messageWords: [String] { [HomeAssistant.off, HomeAssistant.on] }

    static func number(ofCommonWord word: String) -> Double? {
        if ["on", "true", "1"].contains(word) { return 1 }
        return ["off", "false", "0"].contains(word) ? 0 : nil
    }

    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm { HomeAssistantForm(platform: "switch", sensor: "binary_sensor") }

    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String? {
        value == .flag(true) ? HomeAssistant.on : HomeAssistant.off
    }

    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value? {
        command == HomeAssistant.on ? .flag(true) : command == HomeAssistant.off ? .flag(false) : nil
    }
}
