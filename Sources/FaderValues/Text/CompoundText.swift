/// The value of a compound as text, and typed text as the values of its parts: both ends of a range, or hue, saturation and lightness.
public struct CompoundText: Sendable {
    let compound: CompoundSpec
    let parts: [ValueText]

    /// The text form of one compound; `parts` in the order of the compound: low and high, or hue, saturation and lightness.
    public init(_ compound: CompoundSpec, parts: [ParameterSpec]) {
        let count = if case .color = compound.kind { 3 } else { 2 }
        precondition(parts.count == count, "a \(compound.kind.word) has \(count) parts")
        self.compound = compound
        self.parts = parts.map { ValueText($0) }
    }

    /// The text shown to people: `100…900 kr`, `#ff8800`.
    public func format(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        switch compound.kind {
        case .range: parts[0].span(numbers[0], parts[1].format(numbers[1], for: viewer), for: viewer)
        case .color: ColorNumber(numbers).hexadecimal
        }
    }

    /// The text that a field offers for editing: `100..900`, `#ff8800`.
    public func edit(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        switch compound.kind {
        case .range: "\(parts[0].edit(numbers[0], for: viewer))..\(parts[1].edit(numbers[1], for: viewer))"
        case .color: ColorNumber(numbers).hexadecimal
        }
    }

    /// The notice about a clamped value: `clamped to 0…1000 kr (range 0…1000 kr, at least 10 apart)`.
    public func clampNotice(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        "clamped to \(format(numbers, for: viewer)) (\(limits(for: viewer)))"
    }

    /// A text that this compound accepts.
    public func example(for viewer: Viewer = Viewer()) -> String { format(parts.map(\.spec.defaultValue), for: viewer) }

    /// Reads typed text. For a range: both ends (`200..800`), one end (`200..`, the other stays), or a change of both (`+=10`, `default`).
    /// For a color: `#rrggbb`, `#rgb`, `hsl(…)`, a CSS name or `default`. Clamped or refused beyond range and gap, never snapped to the
    /// step.
    public func parse(_ text: String, current: [Double], for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedCompound {
        do throws(RefusedValue.Reason) {
            let typed = try TypedCharacters(text)
            switch compound.kind {
            case .range: return try range(typed, current: current, for: viewer)
            case .color: return try color(typed, current: current)
            }
        } catch {
            throw refusal(error, for: viewer)
        }
    }

    /// Accepts a JSON value: two numbers, or a text that is read as a typed color is.
    public func accept(_ value: Value, current: [Double], for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedCompound {
        if case .range = compound.kind, value.sort != "two numbers" {
            let example = self.value(of: parts.map(\.spec.defaultValue)).json
            throw RefusedValue(
                .wrongSort(value.sort, wanted: "two numbers"), expected: "two numbers, for example {\"value\": \(example)}", example: nil)
        }
        do throws(RefusedValue.Reason) {
            switch (compound.kind, value) {
            case (.range, .pair(let low, let high)):
                let ends = [try parts[0].fitted(low, for: viewer), try parts[1].fitted(high, for: viewer)]
                return try ordered(ends, for: viewer)
            case (.color, .word(let word)):
                return try color(TypedCharacters(word), current: current)
            default: throw .notA(value.shown, sort)
            }
        } catch {
            throw refusal(error, for: viewer)
        }
    }

    /// The value that the parts' numbers form.
    public func value(of numbers: [Double]) -> Value {
        switch compound.kind {
        case .range: .pair(numbers[0], numbers[1])
        case .color: .word(ColorNumber(numbers).hexadecimal)
        }
    }

    /// The parts' numbers for a value, each within its range; nil if it is not a value of this compound. The ends of a range may be closer
    /// than its gap: the console keeps them apart.
    public func numbers(of value: Value) -> [Double]? {
        switch (compound.kind, value) {
        case (.range, .pair(let low, let high)):
            guard low <= high, let low = parts[0].clamp(low), let high = parts[1].clamp(high) else { return nil }
            return [low, high]
        case (.color, .word(let word)): return ColorNumber(hexadecimal: word)?.numbers
        default: return nil
        }
    }

    var sort: String { compound.kind == .color ? "a color" : "a range" }

    /// A refusal for a reason, with the expected text and an example. For crossed ends, the example is the same ends in order.
    private func refusal(_ reason: RefusedValue.Reason, for viewer: Viewer) -> RefusedValue {
        if case .crossed(let low, let high) = reason {
            return RefusedValue(reason, expected: "the lower end first", example: "\(high)…\(low)")
        }
        let expected =
            compound.kind == .color
            ? "#rrggbb, #rgb, hsl(hue, saturation, lightness) or the name of a color" : "two numbers, \(limits(for: viewer))"
        return RefusedValue(reason, expected: expected, example: example(for: viewer))
    }

    private func limits(for viewer: Viewer) -> String {
        guard case .range(let gap, _) = compound.kind else { return "hue 0…360, saturation and lightness 0…100 %" }
        let range = "range \(parts[0].range(for: viewer))"
        return gap > 0 ? "\(range), at least \(viewer.symbols.shortest(gap)) apart" : range
    }
}

/// The result of reading a compound's typed text.
public struct ParsedCompound: Sendable, Equatable {
    /// The values of the parts in order, within their ranges.
    public var values: [Double]
    /// Whether range or gap changed the typed values.
    public var isClamped: Bool
    /// Whether they depend on the present values.
    public var isRelative: Bool

    /// A result from its parts.
    public init(values: [Double], isClamped: Bool, isRelative: Bool = false) {
        self.values = values
        self.isClamped = isClamped
        self.isRelative = isRelative
    }
}
