internal import FaderJSON

/// A kind whose values are numbers on a scale: what `number` and `integer` have in common.
protocol ScaledKind: KindOfParameter {
    /// A number that JSON gives, as a number of this kind.
    static func given(_ number: Double) -> Double
    /// `"-inf"` is the lowest value where the minimum is −∞.
    static var takesBottom: Bool { get }
    /// The step for Home Assistant where the config gives none.
    static func usualStep(decimals: Int) -> Double
}

extension ScaledKind {
    static var keys: [String] { KindKeys.scaled + ["wrap"] }
    static var form: ValueForm { .number }
    static var isSwitch: Bool { false }
    static var isDriven: Bool { true }

    var options: [ChoiceOption]? { nil }
    var words: [String] { [] }
    var textRule: TextRule? { nil }
    func counts(like next: any KindOfParameter) -> Bool { true }

    func settings(of spec: ParameterSpec) -> [(key: String, value: String)] {
        [
            ("min", "\(spec.first)"), ("max", "\(spec.last)"), ("unit", spec.unit), ("decimals", "\(spec.decimals)"),
            ("step", "\(spec.step)"), ("big-step", "\(spec.bigStep)"), ("fine-step", "\(spec.fineStep)"), ("taper", "\(spec.taper)"),
            ("wrap", "\(spec.isCircle)"), ("out-of-range", spec.outOfRange.rawValue), ("format", "\(spec.format)"),
        ]
    }

    static func suits(button: Bool) -> Bool { !button }
    static var press: ButtonPress { .follow }
    var lampStates: Int? { 2 }
    var lampWords: [[String]]? { nil }

    func value(of number: Double) -> Value { .number(number) }

    func number(of value: Value, in spec: ParameterSpec) -> Double? {
        switch value {
        case .number(let number):
            let scale = NumberScale(spec, nil)
            return scale.clamp(scale.wrapped(Self.given(number)))
        case .word("-inf") where Self.takesBottom: return spec.minimum
        default: return nil
        }
    }

    func number(ofFormer value: Value) -> Double? { nil }
    func value(ofPlain number: Double) -> Value? { .number(number) }

    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { text.editedNumber(value, for: viewer) }
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { text.shownNumber(value, for: viewer) }

    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool {
        value.isNaN || text.word(for: value, viewer) != nil
    }

    func range(in text: ValueText, for viewer: Viewer) -> String { text.numberRange(for: viewer) }
    func example(in text: ValueText, for viewer: Viewer) -> String { text.format(text.spec.defaultValue, for: viewer) }
    func expected(in text: ValueText, for viewer: Viewer) -> String { "\(Self.sort) in \(range(in: text, for: viewer))" }

    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    {
        try text.number(typed, current: current, for: viewer)
    }

    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        switch value {
        case .number(let number): return try text.fitted(number, for: viewer)
        case .word("-inf") where Self.takesBottom: return try text.fitted(-.infinity, for: viewer)
        default: throw .notA(value.shown, Self.sort)
        }
    }

    static func sort(insteadOf value: Value) -> String? {
        switch value {
        case .number: nil
        case .word("-inf") where takesBottom: nil
        default: sort
        }
    }

    var messageWords: [String] { [] }
    static func number(ofCommonWord word: String) -> Double? { nil }

    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm {
        let unit: [String: JSONValue] = spec.keptUnit.isEmpty ? [:] : ["unit_of_meas": .text(spec.keptUnit)]
        let step = HomeAssistant.exact(max(spec.step > 0 ? spec.step : Self.usualStep(decimals: spec.decimals), HomeAssistant.smallestStep))
        let fields: [String: JSONValue] = [
            "min": .number(spelling: HomeAssistant.number(spec.lowestFinite, of: spec)),
            "max": .number(spelling: HomeAssistant.number(spec.maximum, of: spec)), "step": .number(spelling: step),
            "mode": .text("slider"),
        ]
        return HomeAssistantForm(platform: "number", fields: fields.merging(unit) { $1 }, sensorFields: unit)
    }

    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String? {
        guard case .number(let number) = value else { return nil }
        return HomeAssistant.number(number, of: spec)
    }

    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value? {
        guard let number = Double(command), number.isFinite else { return nil }
        return .number(spec.minimum == -.infinity && number <= spec.lowestFinite ? -.infinity : Self.given(number))
    }
}
