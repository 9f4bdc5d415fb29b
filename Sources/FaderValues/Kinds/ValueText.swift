/// A parameter's value as text, and typed text as a value. What depends on the kind is in its file. Not for `text`: a `TextRule` decides
/// what a text parameter accepts.
public struct ValueText: Sendable {
    let spec: ParameterSpec
    let kind: any KindOfParameter
    private let corners: TaperCorners?
    private let scale: NumberScale

    init(_ spec: ParameterSpec, _ kind: any KindOfParameter) {
        self.spec = spec
        self.kind = kind
        corners = TaperCorners(of: spec)
        scale = NumberScale(spec, corners)
    }

    public func position(of value: Double) -> Position { withExtendedLifetime(corners) { scale.position(of: value) } }

    /// The value at a position, not snapped to the step.
    public func value(at position: Position) -> Double { withExtendedLifetime(corners) { scale.value(at: position) } }

    /// The value that fader motion to a position leads to: snapped to the step.
    public func snapped(at position: Position) -> Double { withExtendedLifetime(corners) { scale.snapped(at: position) } }

    /// The value `count` steps along the travel.
    func stepped(from value: Double, by count: Int) -> Double { withExtendedLifetime(corners) { scale.stepped(from: value, by: count) } }

    /// The lowest value follows the highest and the other way round.
    func cycled(from value: Double, by count: Int) -> Double { withExtendedLifetime(corners) { scale.cycled(from: value, by: count) } }

    /// A value beyond the range of a circle becomes the same point within the range.
    func wrapped(_ value: Double) -> Double { scale.wrapped(value) }

    /// The nearest value in the range; nil for NaN.
    public func clamp(_ value: Double) -> Double? { scale.clamp(value) }

    /// The text shown to people: `-6.0 dB`. Correctly rounded to the viewer's decimals, or else the parameter's.
    public func format(_ value: Double, for viewer: Viewer = Viewer()) -> String {
        if let money = money(value, for: viewer) { return money }
        let number = bare(value, for: viewer)
        return spec.unit.isEmpty || isWord(value, for: viewer) ? number : "\(number) \(spec.unit)"
    }

    /// The text that a field offers for editing: the number alone, `-6.0`, or the id of a choice's option. Typed, it is read as the value
    /// that it shows, which rounding may put just beyond the range.
    public func edit(_ value: Double, for viewer: Viewer = Viewer()) -> String {
        kind.edited(value, in: self, for: viewer)
    }

    func editedNumber(_ value: Double, for viewer: Viewer) -> String {
        guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        let number = fixed(value, for: viewer)
        return sign(of: number, for: viewer) + viewer.symbols.localized(number.digits, isGrouped: false)
    }

    /// The range for people, in the direction of the travel: `-70.0…6.0 dB`, `-∞ or -90.0…10.0 dB`; the words of a toggle or choice.
    public func range(for viewer: Viewer = Viewer()) -> String {
        kind.range(in: self, for: viewer)
    }

    func numberRange(for viewer: Viewer) -> String {
        let floor = spec.lowestFinite
        let (first, last) = spec.isTurned ? (spec.maximum, floor) : (floor, spec.maximum)
        let range = span(first, format(last, for: viewer), for: viewer)
        return spec.minimum < floor ? "\(bare(spec.minimum, for: viewer)) or \(range)" : range
    }

    public func example(for viewer: Viewer = Viewer()) -> String { kind.example(in: self, for: viewer) }

    /// The notice about a clamped value: `clamped to 6.0 dB (range -70.0…6.0 dB)`.
    public func clampNotice(_ value: Double, for viewer: Viewer = Viewer()) -> String {
        "clamped to \(format(value, for: viewer)) (range \(range(for: viewer)))"
    }

    /// `high` is already text. The unit follows only that; a currency in front comes before each.
    func span(_ low: Double, _ high: String, for viewer: Viewer) -> String {
        let isMoneyFirst = spec.currency != nil && viewer.symbols.money?.isCurrencyFirst ?? false
        return (isMoneyFirst ? format(low, for: viewer) : bare(low, for: viewer)) + "…" + high
    }

    /// An amount as the viewer's locale writes money; nil if the value is shown otherwise, or if the locale has no pattern for money.
    private func money(_ value: Double, for viewer: Viewer) -> String? {
        guard spec.currency != nil, !spec.unit.isEmpty, let pattern = viewer.symbols.money, value.isFinite, !isWord(value, for: viewer)
        else { return nil }
        let number = fixed(value, for: viewer)
        let digits = viewer.symbols.localized(number.digits, isGrouped: spec.format.isGrouped)
        return pattern.written(
            spec.format.prefix + digits + spec.format.suffix, sign: sign(of: number, for: viewer), currency: spec.unit)
    }

    /// Like `format`, without the unit.
    func bare(_ value: Double, for viewer: Viewer) -> String { kind.shown(value, in: self, for: viewer) }

    func shownNumber(_ value: Double, for viewer: Viewer) -> String {
        if let word = word(for: value, viewer) { return word }
        guard value.isFinite else { return viewer.symbols.notFinite(value) }
        let number = fixed(value, for: viewer)
        let digits = viewer.symbols.localized(number.digits, isGrouped: spec.format.isGrouped)
        return sign(of: number, for: viewer) + spec.format.prefix + digits + spec.format.suffix
    }

    /// A value that would be written with the same digits has the word too, so that no `0` appears beside an `off`.
    func word(for value: Double, _ viewer: Viewer) -> String? {
        spec.format.words.first { special in
            if special.value == value { return true }
            return special.value.isFinite && value.isFinite && fixed(special.value, for: viewer) == fixed(value, for: viewer)
        }?.word
    }

    /// Whether a value is shown as a word instead of a number.
    func isWord(_ value: Double, for viewer: Viewer) -> Bool { kind.isWord(value, in: self, for: viewer) }

    private func fixed(_ value: Double, for viewer: Viewer) -> FixedNumber {
        FixedNumber(value, decimals: spec.kind.isWhole ? 0 : viewer.decimals ?? spec.decimals)
    }

    /// The sign before a number; empty for zero.
    private func sign(of number: FixedNumber, for viewer: Viewer) -> String {
        switch number.sign {
        case .negative: spec.format.negativeSign ?? viewer.symbols.minus
        case .zero: ""
        case .positive: spec.format.positiveSign ?? (spec.format.showsPlus ? viewer.symbols.plus : "")
        }
    }
}

extension ValueText: RowElement {
    public typealias Index = ParameterIndex
}
