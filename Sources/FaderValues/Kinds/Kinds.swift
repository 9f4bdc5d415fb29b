/// Where each kind is found. No other file knows all of them.
extension KindWord {
    package var kind: any Kind.Type {
        switch self {
        case .number: NumberKind.self
        case .integer: IntegerKind.self
        case .toggle: ToggleKind.self
        case .choice: ChoiceKind.self
        case .text: TextKind.self
        case .range: RangeKind.self
        case .color: ColorKind.self
        case .trigger: TriggerKind.self
        }
    }

    /// Every key that a parameter of some kind can have, in the order in which keys are suggested.
    public static let keys = allCases.reduce(into: [String]()) { all, word in all += word.kind.keys.filter { !all.contains($0) } }

    public func takes(_ key: String) -> Bool { kind.keys.contains(key) }

    /// The kinds that can have a key, listed for people: `number, integer and range`.
    public static func kinds(with key: String) -> String {
        let words = allCases.filter { $0.takes(key) }.map(\.rawValue)
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension ParameterKind {
    /// Whatever its words and options are. Costs nothing to ask.
    package var type: any KindOfParameter.Type {
        switch self {
        case .number: NumberKind.self
        case .integer: IntegerKind.self
        case .toggle: ToggleKind.self
        case .choice: ChoiceKind.self
        case .text: TextKind.self
        case .trigger: TriggerKind.self
        }
    }

    /// What it says with its words and options. May allocate; not for the MIDI thread.
    package var rules: any KindOfParameter {
        switch self {
        case .number: NumberKind()
        case .integer: IntegerKind()
        case .toggle(let off, let on): ToggleKind(off: off, on: on)
        case .choice(let options): ChoiceKind(all: options)
        case .text(let rule): TextKind(rule: rule)
        case .trigger: TriggerKind()
        }
    }
}

extension CompoundKind {
    package var rules: any KindOfCompound {
        switch self {
        case .range(let gap, _): RangeKind(gap: gap)
        case .color: ColorKind()
        }
    }
}

extension ParameterKind {
    public var kindWord: KindWord { type.word }

    /// The word in the config and the API.
    public var word: String { kindWord.rawValue }

    /// Whether it is a number on a scale.
    package var isNumber: Bool { type.form == .number }

    /// Whether its values are a few options with names.
    public var hasOptions: Bool { type.form == .words }

    package var isSwitch: Bool { type.isSwitch }

    /// Whether its value is one of its options.
    package var isChoice: Bool { hasOptions && !isSwitch }

    /// Its number stands for a text that is kept elsewhere.
    package var isText: Bool { type.form == .text }

    /// Whether it has no value and is only pressed.
    package var isPressed: Bool { type.form == .press }

    /// Its options with their labels; nil unless it has any.
    package var options: [ChoiceOption]? { hasOptions ? rules.options : nil }

    /// Which texts it accepts; nil unless it is a text.
    package var textRule: TextRule? { isText ? rules.textRule : nil }

    /// A number in the console means the same value for this kind and for the kind in a new configuration. Only then it is kept as it is.
    public func counts(like other: ParameterKind) -> Bool { kindWord == other.kindWord && rules.counts(like: other.rules) }
}

extension CompoundKind {
    public var kindWord: KindWord { Swift.type(of: rules).word }

    /// The word in the config and the API.
    public var word: String { kindWord.rawValue }

    /// Targets and Home Assistant see one value and not its parts.
    package var isOneValue: Bool { Swift.type(of: rules).isOneValue }
}

extension ValueText {
    public init(_ spec: ParameterSpec) { self.init(spec, spec.kind.rules) }
}

extension CompoundText {
    /// `parts` are in the order of the compound: low and high, or hue, saturation and lightness.
    public init(_ compound: CompoundSpec, parts: [ParameterSpec]) {
        self.init(compound, compound.kind.rules, parts: parts.map { ValueText($0) })
    }
}
