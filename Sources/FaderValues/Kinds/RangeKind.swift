/// `range`: the two ends of a range on one scale, which stay `gap` apart.
struct RangeKind: KindOfCompound {
    let gap: Double

    static let word = KindWord.range
    static let keys = KindKeys.scaled + ["gap", "meet"]
    static let sort = "a range"
    static let isDriven = true
    static let partCount = 2
    static let isOneValue = false

    func format(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String {
        text.parts[0].span(numbers[0], text.parts[1].format(numbers[1], for: viewer), for: viewer)
    }

    func edited(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String {
        "\(text.parts[0].edit(numbers[0], for: viewer))..\(text.parts[1].edit(numbers[1], for: viewer))"
    }

    func limits(in text: CompoundText, for viewer: Viewer) -> String {
        let range = "range \(text.parts[0].range(for: viewer))"
        return gap > 0 ? "\(range), at least \(viewer.symbols.shortest(gap)) apart" : range
    }

    func expected(in text: CompoundText, for viewer: Viewer) -> String { "two numbers, \(limits(in: text, for: viewer))" }

    func parse(
        _ typed: TypedCharacters, current: [Double], in text: CompoundText, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedCompound {
        try text.range(typed, current: current, gap: gap, for: viewer)
    }

    func accept(_ value: Value, current: [Double], in text: CompoundText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedCompound
    {
        guard case .pair(let low, let high) = value else { throw .notA(value.shown, Self.sort) }
        let ends = [try text.parts[0].fitted(low, for: viewer), try text.parts[1].fitted(high, for: viewer)]
        return try text.ordered(ends, gap: gap, for: viewer)
    }

    static func sort(insteadOf value: Value) -> String? { if case .pair = value { nil } else { "two numbers" } }

    func value(of numbers: [Double]) -> Value { .pair(numbers[0], numbers[1]) }

    /// They may be closer than the gap: the console keeps them apart.
    func numbers(of value: Value, in text: CompoundText) -> [Double]? {
        guard case .pair(let low, let high) = value, low <= high, let low = text.parts[0].clamp(low), let high = text.parts[1].clamp(high)
        else { return nil }
        return [low, high]
    }
}

extension CompoundKind {
    /// Nil unless its parts are the two ends of a range.
    package var ends: (gap: Double, meet: Meet)? { if case .range(let gap, let meet) = self { (gap, meet) } else { nil } }
}

extension CompoundSpec {
    /// Nil for a compound that is not a range. `spec` is one of its ends; both have the same scale.
    package func rule(on spec: ParameterSpec) -> RangeRule? {
        guard let (gap, meet) = kind.ends, parts.count == 2 else { return nil }
        let most = spec.maximum - spec.minimum
        return RangeRule(low: parts[0], high: parts[1], gap: min(max(gap, 0), most), isPushing: meet == .push)
    }
}

extension CompoundText {
    fileprivate func range(_ typed: TypedCharacters, current: [Double], gap: Double, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedCompound
    {
        guard let (low, high) = ends(typed.all) else {
            // A relative change or `default` can apply to both ends; with any other text it is unclear which end is meant.
            guard typed.isWord("default") || (typed.all.count > 2 && typed.all[1] == "=") else { throw .notA(typed.string, RangeKind.sort) }
            let both = [
                try end(0, typed.all, current: current, for: viewer), try end(1, typed.all, current: current, for: viewer),
            ]
            return try ordered(both, gap: gap, for: viewer)
        }
        let both = [try end(0, low, current: current, for: viewer), try end(1, high, current: current, for: viewer)]
        return try ordered(both, gap: gap, for: viewer)
    }

    /// One end as typed; an empty text leaves it unchanged.
    private func end(
        _ index: Int, _ text: [Character], current: [Double], for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedNumber {
        if text.allSatisfy(\.isWhitespace) { return ParsedNumber(current[index]).asRelative }
        do throws(RefusedValue) {
            return try parts[index].parse(String(text), current: current[index], for: viewer)
        } catch {
            throw error.reason
        }
    }

    /// The texts on either side of the only `..`, `...` or `…`; without these, of the only dash: a long dash, or a hyphen or minus sign
    /// with blanks around it. Nil if there is no separator or more than one, if both sides are empty, or if one side of a dash is empty.
    private func ends(_ text: [Character]) -> (low: [Character], high: [Character])? {
        let dots = separators(text) { text, index in
            if text[index] == "…" { return 1 }
            if index > 0, text[index - 1] == "." { return nil }
            let count = text[index...].prefix { $0 == "." }.count
            return count == 2 || count == 3 ? count : nil
        }
        let dashes = separators(text) { text, index in
            if text[index] == "–" || text[index] == "—" { return 1 }
            guard index > 0, index + 1 < text.count, text[index] == "-" || text[index] == "−" else { return nil }
            return text[index - 1].isWhitespace && text[index + 1].isWhitespace ? 1 : nil
        }
        let found = dots.isEmpty ? dashes : dots
        guard found.count == 1, text.count > found[0].count else { return nil }
        // `–6` is a number with a minus sign: a dash must be between two numbers.
        if dots.isEmpty, found[0].lowerBound == 0 || found[0].upperBound == text.count { return nil }
        return (Array(text[..<found[0].lowerBound]), Array(text[found[0].upperBound...]))
    }

    private func separators(_ text: [Character], _ length: ([Character], Int) -> Int?) -> [Range<Int>] {
        var (found, index) = ([Range<Int>](), 0)
        while index < text.count {
            let count = length(text, index) ?? 0
            if count > 0 { found.append(index..<index + count) }
            index += max(count, 1)
        }
        return found
    }

    /// Both ends, in order and with the gap between them: the upper end moves up where there is room, then the lower end moves down.
    fileprivate func ordered(_ ends: [ParsedNumber], gap: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedCompound {
        var (low, high) = (ends[0].value, ends[1].value)
        let (isClamped, isRelative) = (ends.contains(where: \.isClamped), ends.contains(where: \.isRelative))
        guard ends[0].wanted <= ends[1].wanted else {
            throw .crossed(low: shown(0, ends[0].wanted, viewer), high: shown(1, ends[1].wanted, viewer))
        }
        // A difference of decimals is exact to about this many binary digits.
        let tolerance = max(low.isFinite ? low.magnitude : 0, high.magnitude) * 1e-14
        guard high - low < gap - tolerance else {
            return ParsedCompound(values: [low, high], isClamped: isClamped, isRelative: isRelative)
        }
        if parts[1].spec.outOfRange == .reject { throw .tooClose(gap: viewer.symbols.shortest(gap)) }
        high = min(low + gap, parts[1].spec.maximum)
        low = min(low, high - gap)
        return ParsedCompound(values: [max(low, parts[0].spec.minimum), high], isClamped: true, isRelative: isRelative)
    }

    /// Both ends after one of them is set alone (0 is the low end): it stops at the other or pushes it. Throws if the value would have to
    /// be changed and the parameter is `out-of-range: reject`.
    public func fitted(
        _ parsed: ParsedNumber, end: Int, current: [Double], for viewer: Viewer = Viewer()
    ) throws(RefusedValue) -> (number: ParsedNumber, other: Double) {
        let scale = NumberScale(parts[0].spec, nil)
        guard let rule = compound.rule(on: parts[0].spec) else { preconditionFailure("only a range has ends") }
        let ends = (low: current[0], high: current[1])
        let set =
            end == 0 ? rule.setting(low: parsed.value, beside: ends, on: scale) : rule.setting(high: parsed.value, beside: ends, on: scale)
        var number = parsed
        number.value = end == 0 ? set.low : set.high
        if number.value != parsed.value, parts[end].spec.outOfRange == .reject {
            throw RefusedValue(
                .noRoom(shown(end, parsed.value, viewer), other: parts[1 - end].format(current[1 - end], for: viewer)),
                expected: "at \(end == 0 ? "most" : "least") \(parts[end].format(number.value, for: viewer))", example: nil)
        }
        return (number, end == 0 ? set.high : set.low)
    }

    private func shown(_ index: Int, _ value: Double, _ viewer: Viewer) -> String {
        value.isFinite ? viewer.symbols.shortest(value) : parts[index].edit(value, for: viewer)
    }
}
