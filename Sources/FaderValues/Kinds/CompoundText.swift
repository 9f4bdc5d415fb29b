/// The value of a compound as text, and typed text as the values of its parts.
public struct CompoundText: Sendable {
    let compound: CompoundSpec
    private let kind: any KindOfCompound
    let parts: [ValueText]

    init(_ compound: CompoundSpec, _ kind: any KindOfCompound, parts: [ValueText]) {
        let count = type(of: kind).partCount
        precondition(parts.count == count, "a \(type(of: kind).word.rawValue) has \(count) parts")
        (self.compound, self.kind, self.parts) = (compound, kind, parts)
    }

    /// The text shown to people: `100…900 kr`, `#ff8800`.
    public func format(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        kind.format(numbers, in: self, for: viewer)
    }

    /// The text that a field offers for editing: `100..900`, `#ff8800`.
    public func edit(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        kind.edited(numbers, in: self, for: viewer)
    }

    /// `clamped to 0…1000 kr (range 0…1000 kr, at least 10 apart)`.
    public func clampNotice(_ numbers: [Double], for viewer: Viewer = Viewer()) -> String {
        "clamped to \(format(numbers, for: viewer)) (\(limits(for: viewer)))"
    }

    public func example(for viewer: Viewer = Viewer()) -> String { format(parts.map(\.spec.defaultValue), for: viewer) }

    /// A range: both ends (`200..800`), one end (`200..`, the other stays), or a change of both (`+=10`, `default`). A color: `#rrggbb`,
    /// `#rgb`, `hsl(…)`, a CSS name or `default`. Clamped or refused beyond range and gap, never snapped to the step.
    public func parse(_ text: String, current: [Double], for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedCompound {
        do throws(RefusedValue.Reason) {
            return try kind.parse(try TypedCharacters(text), current: current, in: self, for: viewer)
        } catch {
            throw refusal(error, for: viewer)
        }
    }

    /// Two numbers, or a text that is read as a typed color is.
    public func accept(_ value: Value, current: [Double], for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedCompound {
        if let sort = type(of: kind).sort(insteadOf: value) {
            let example = self.value(of: parts.map(\.spec.defaultValue)).json
            throw RefusedValue(
                .wrongSort(value.sort, wanted: sort), expected: "\(sort), for example {\"value\": \(example)}", example: nil)
        }
        do throws(RefusedValue.Reason) {
            return try kind.accept(value, current: current, in: self, for: viewer)
        } catch {
            throw refusal(error, for: viewer)
        }
    }

    public func value(of numbers: [Double]) -> Value { kind.value(of: numbers) }

    /// The numbers of the parts, each within its range; nil if it is not a value of this compound. The ends of a range may be closer than
    /// its gap: the console keeps them apart.
    public func numbers(of value: Value) -> [Double]? { kind.numbers(of: value, in: self) }

    /// A refusal for a reason, with the expected text and an example. For crossed ends, the example is the same ends in order.
    private func refusal(_ reason: RefusedValue.Reason, for viewer: Viewer) -> RefusedValue {
        if case .crossed(let low, let high) = reason {
            return RefusedValue(reason, expected: "the lower end first", example: "\(high)…\(low)")
        }
        return RefusedValue(reason, expected: kind.expected(in: self, for: viewer), example: example(for: viewer))
    }

    private func limits(for viewer: Viewer) -> String { kind.limits(in: self, for: viewer) }
}

public struct ParsedCompound: Sendable, Equatable {
    /// The values of the parts in order, within their ranges.
    public var values: [Double]
    /// Whether range or gap changed the typed values.
    public var isClamped: Bool
    /// Whether they depend on the present values.
    public var isRelative: Bool

    public init(values: [Double], isClamped: Bool, isRelative: Bool = false) {
        self.values = values
        self.isClamped = isClamped
        self.isRelative = isRelative
    }
}
