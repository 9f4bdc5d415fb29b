/// Where each kind is found: the only switches over kinds.
extension KindWord {
    /// What every kind says of itself.
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
}

extension ParameterKind {
    /// What the kind says of itself, whatever its words and options are. Costs nothing to ask.
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
    /// What it says of itself.
    package var rules: any KindOfCompound {
        switch self {
        case .range(let gap, let meet): RangeKind(gap: gap, meet: meet)
        case .color: ColorKind()
        }
    }
}

extension ParameterKind {
    /// Its row in the table of kinds.
    public var kindWord: KindWord { type.word }

    /// The word in the config and the API.
    public var word: String { kindWord.rawValue }

    /// Whether it is a number on a scale.
    package var isNumber: Bool { type.form == .number }

    /// Whether its values are a few options with names.
    public var hasOptions: Bool { type.form == .words }

    /// Whether its number stands for a text that is kept elsewhere.
    package var isText: Bool { type.form == .text }

    /// Whether it has no value and is only pressed.
    package var isPressed: Bool { type.form == .press }

    /// Whether all its numbers are whole.
    package var isWhole: Bool { type.isWhole }

    /// Its options with their labels; nil unless it has any.
    package var options: [ChoiceOption]? { hasOptions ? rules.options : nil }

    /// Which texts it accepts; nil unless it is a text.
    package var textRule: TextRule? { isText ? rules.textRule : nil }

    /// Whether a number in the console means the same value for this kind and for `other`, the kind in a new configuration. Only then does
    /// the new configuration keep the number as it is.
    public func counts(like other: ParameterKind) -> Bool { kindWord == other.kindWord && rules.counts(like: other.rules) }
}

extension CompoundKind {
    /// Its row in the table of kinds.
    public var kindWord: KindWord { Swift.type(of: rules).word }

    /// The word in the config and the API.
    public var word: String { kindWord.rawValue }

    /// How its parts stay apart, if they are the two ends of a range; else nil.
    package var ends: (gap: Double, meet: Meet)? { rules.ends }

    /// Whether targets and Home Assistant see one value and not its parts.
    package var isOneValue: Bool { Swift.type(of: rules).isOneValue }
}
