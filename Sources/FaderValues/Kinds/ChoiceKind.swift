internal import FaderJSON

/// `choice`: 0, 1, 2 … in the order of the options.
struct ChoiceKind: KindOfParameter {
    let all: [ChoiceOption]

    static let word = KindWord.choice
    static let keys = KindKeys.valued + ["options"]
    static let sort = "one of the options"
    static let isDriven = true
    static let form = ValueForm.words
    static let isSwitch = false

    var options: [ChoiceOption]? { all }
    var words: [String] { all.map(\.id) }
    var textRule: TextRule? { nil }
    func counts(like next: any KindOfParameter) -> Bool { words == next.words }

    func wordless(isSupplied: Bool) -> ParameterKind {
        .choice(all.map { ChoiceOption(id: isSupplied ? "" : $0.id, label: "") })
    }

    func settings(of spec: ParameterSpec) -> [(key: String, value: String)] { [("options", spec.isSupplied ? "" : "\(all)")] }

    static func suits(button: Bool) -> Bool { true }
    static let press = ButtonPress.next
    var lampStates: Int? { all.count }
    var lampWords: [[String]]? { all.map { [$0.id, $0.label] } }

    func value(of number: Double) -> Value { .word(option(number)?.id ?? "") }

    func number(of value: Value, in spec: ParameterSpec) -> Double? {
        if case .word(let id) = value { all.place(of: id).map(Double.init) } else { nil }
    }

    func number(ofFormer value: Value) -> Double? {
        guard case .word(let id) = value else { return nil }
        return all.firstIndex { $0.former.map { ExactText($0) == ExactText(id) } ?? false }.map(Double.init)
    }

    func value(ofPlain number: Double) -> Value? {
        let place = Int(exactly: number.rounded()) ?? -1
        return all.indices.contains(place) ? .word(all[place].id) : nil
    }

    /// The option for a number; nil only if there are no options.
    private func option(_ number: Double) -> ChoiceOption? {
        guard let last = all.indices.last else { return nil }
        return all[Int(min(max(number.isNaN ? 0 : number, 0), Double(last)).rounded())]
    }

    // MARK: Text

    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { option(value)?.id ?? "" }
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String { option(value)?.label ?? "" }
    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool { true }

    func range(in text: ValueText, for viewer: Viewer) -> String {
        // Enough to choose from; `list --json` has all options.
        let there = all.filter(\.isThere)
        let shown = there.prefix(12).map { name($0, text) }.joined(separator: ", ")
        return there.count > 12 ? shown + " …" : shown
    }

    func example(in text: ValueText, for viewer: Viewer) -> String {
        text.spec.isSupplied ? all.first(where: \.isThere)?.label ?? "" : edited(text.spec.defaultValue, in: text, for: viewer)
    }

    func expected(in text: ValueText, for viewer: Viewer) -> String {
        all.contains(where: \.isThere) ? "one of \(range(in: text, for: viewer))" : "one of the options of its target, which has none now"
    }

    /// People know those that a target supplies by their labels.
    private func name(_ option: ChoiceOption, _ text: ValueText) -> String { text.spec.isSupplied ? option.label : option.id }

    /// An option's id or label, or the beginning of only one; the first, the last or the default option; a button's action; or a number of
    /// options to move.
    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    {
        if let index = all.place(of: typed.string) { return ParsedNumber(Double(index)) }
        for name in [\ChoiceOption.id, \.label] {
            // Only options that a target supplies can have names that differ in case alone.
            let called = all.indices.filter { typed.isWord(all[$0][keyPath: name]) }
            guard called.count < 2 else { throw .ambiguous(typed.string, called.prefix(4).map { all[$0].label }) }
            if let index = called.first { return ParsedNumber(Double(index)) }
        }
        let word = typed.string.lowercased()
        switch word {
        case "min": return ParsedNumber(text.spec.minimum)
        case "max": return ParsedNumber(Double(all.lastIndex(where: \.isThere) ?? Int(text.spec.maximum)))
        case "default": return ParsedNumber(text.spec.defaultValue)
        default: break
        }
        let fitting = all.indices.filter { index in
            all[index].isThere && [all[index].id, all[index].label].contains { $0.lowercased().hasPrefix(word) }
        }
        guard fitting.isEmpty else {
            guard fitting.count == 1 else { throw .ambiguous(typed.string, fitting.prefix(4).map { name(all[$0], text) }) }
            return ParsedNumber(Double(fitting[0]))
        }
        if let value = text.pressed(typed, current: current) { return ParsedNumber(value).asRelative }
        return try stepped(typed, current: current, in: text, for: viewer)
    }

    /// `+=1` is the next option. Beyond the last or the first one, `out-of-range` decides.
    private func stepped(
        _ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedNumber {
        guard typed.all.count > 2, typed.all[1] == "=", let operation = Operation(typed.all[0]), operation.precedence == 1,
            let count = Int(String(typed.all[2...])), count > 0, count <= 1_000_000
        else { throw .notA(typed.string, Self.sort) }
        return try text.fitted(current + Double(operation == .plus ? count : -count), for: viewer).asRelative
    }

    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        guard case .word(let id) = value else { throw .notA(value.shown, Self.sort) }
        guard let index = all.place(of: id) else { throw .notA(id, Self.sort) }
        return ParsedNumber(Double(index))
    }

    static func sort(insteadOf value: Value) -> String? { nil }

    // MARK: Other programs

    var messageWords: [String] { words }
    static func number(ofCommonWord word: String) -> Double? { nil }

    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm {
        // The option with an empty name stands for a value that is not known yet.
        let names = homeAssistantNames.filter { !$0.isEmpty }
        return HomeAssistantForm(platform: "select", fields: ["ops": .list(names.map { .text($0) })])
    }

    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String? {
        number(of: value, in: spec).map { homeAssistantNames[Int($0)] }
    }

    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value? {
        homeAssistantNames.firstIndex(of: command).map { .word(all[$0].id) }
    }

    /// Labels, or ids if two labels are the same. To Home Assistant `none` in any case means that no option is chosen.
    private var homeAssistantNames: [String] {
        let labels = all.map(\.label)
        let names = Set(labels).count == labels.count ? labels : words
        return names.map { name in
            guard name.lowercased() == "none" else { return name }
            var other = name
            repeat { other = "– \(other) –" } while names.contains(other)
            return other
        }
    }
}
