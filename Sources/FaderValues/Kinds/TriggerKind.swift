/// `trigger`: no value, something to press. Internally the number of its presses that are not done yet: 0; 1 while it runs; 2 if one more
/// waits.
struct TriggerKind: KindOfParameter {
    static let word = KindWord.trigger
    static let keys = KindKeys.all
    static let sort = "a press"
    static let isDriven = true
    static let form = ValueForm.press
    static let isSwitch = false

    var options: [ChoiceOption]? { nil }
    var words: [String] { [] }
    var textRule: TextRule? { nil }
    func counts(like next: any KindOfParameter) -> Bool { true }
    func wordless(isSupplied: Bool) -> ParameterKind { .trigger }
    func settings(of spec: ParameterSpec) -> [(key: String, value: String)] { [] }

    static func suits(button: Bool) -> Bool { button }
    static let press = ButtonPress.press
    var lampStates: Int? { nil }
    var lampWords: [[String]]? { nil }

    func value(of number: Double) -> Value { .nothing }
    func number(of value: Value, in spec: ParameterSpec) -> Double? { nil }
    func number(ofFormer value: Value) -> Double? { nil }
    func value(ofPlain number: Double) -> Value? { nil }

    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { "" }
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { "" }
    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool { true }
    func range(in text: ValueText, for viewer: Viewer) -> String { "" }
    func example(in text: ValueText, for viewer: Viewer) -> String { "" }

    func expected(in text: ValueText, for viewer: Viewer) -> String { "a press, as with \"faderctl press \(text.spec.id)\"" }

    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    {
        throw .hasNoValue
    }

    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber { throw .hasNoValue }

    static func sort(insteadOf value: Value) -> String? { nil }

    var messageWords: [String] { [] }
    static func number(ofCommonWord word: String) -> Double? { nil }
    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm { HomeAssistantForm(platform: "button", hasState: false) }
    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String? { nil }
    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value? { nil }
}
