extension ValueText {
    /// A number in the viewer's notation, with or without its unit, a word, a percentage of the travel, a change of the `current` value, or
    /// arithmetic. Clamped or refused beyond the range, never snapped to the step. `docs/text.md` has the details.
    public func parse(_ text: String, current: Double, for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedNumber {
        do throws(RefusedValue.Reason) {
            if let number = plainNumber(text, for: viewer) { return try fitted(meant(number, for: viewer), for: viewer) }
            return try kind.parse(try TypedCharacters(text), current: current, in: self, for: viewer)
        } catch {
            var refused = refusal(error, for: viewer)
            if case .outOfRange = error { refused.hint = takeAwayHint(text, for: viewer) }
            throw refused
        }
    }

    /// A hint how to subtract, for a text such as `-5` where the range has no negative numbers, which may well have been meant as a step
    /// down. Nil for any other text.
    public func takeAwayHint(_ text: String, for viewer: Viewer = Viewer()) -> String? {
        guard isNumber, spec.minimum >= 0, !spec.isCircle else { return nil }
        guard let first = text.first(where: { !$0.isWhitespace }), "-−–".contains(first) else { return nil }
        let rest = String(text.drop { $0.isWhitespace }.dropFirst().drop { $0.isWhitespace }).withoutControls()
        guard rest.count <= 32, let number = try? parse("-=\(rest)", current: spec.maximum, for: viewer), number.isRelative,
            number.wanted < spec.maximum, rest.first?.isNumber ?? false
        else { return nil }
        return "to take away \(rest), write -=\(rest)"
    }

    private var isNumber: Bool { type(of: kind).form == .number }

    /// What typed text should be, for a message.
    private var sort: String { type(of: kind).sort }

    /// Digits only, with a dot among them if that can only be the decimal separator. Programs send such texts, and reading them here takes
    /// a tenth of the time.
    private func plainNumber(_ text: String, for viewer: Viewer) -> Double? {
        guard isNumber, spec.format == TextFormat() else { return nil }
        let utf8 = text.utf8
        guard (1...15).contains(utf8.count), utf8.first != UInt8(ascii: "."), utf8.last != UInt8(ascii: ".") else { return nil }
        var dots = 0
        for byte in utf8 where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            guard byte == UInt8(ascii: "."), dots == 0, viewer.symbols.decimal == "." else { return nil }
            dots = 1
        }
        return Double(text)
    }

    /// A JSON value: a number, a boolean for a toggle, an option's id for a choice; `"-inf"` where the minimum is −∞. Clamped or refused
    /// beyond the range.
    public func accept(_ value: Value, for viewer: Viewer = Viewer()) throws(RefusedValue) -> ParsedNumber {
        if let sort = type(of: kind).sort(insteadOf: value) {
            let example = kind.value(of: spec.defaultValue).json
            throw RefusedValue(
                .wrongSort(value.sort, wanted: sort), expected: "\(sort), for example {\"value\": \(example)}", example: nil)
        }
        do throws(RefusedValue.Reason) {
            return try kind.accept(value, in: self, for: viewer)
        } catch {
            throw refusal(error, for: viewer)
        }
    }

    public func refusal(_ reason: RefusedValue.Reason, for viewer: Viewer) -> RefusedValue {
        let example = example(for: viewer)
        return RefusedValue(reason, expected: kind.expected(in: self, for: viewer), example: example.isEmpty ? nil : example)
    }

    func number(_ typed: TypedCharacters, current: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        if let special = spec.format.words.first(where: { typed.isWord($0.word) }) { return try fitted(special.value, for: viewer) }
        if let value = pressed(typed, current: current) { return try fitted(value, for: viewer).asRelative }
        if let value = try relative(typed, current: current, for: viewer) { return try fitted(value, for: viewer).asRelative }
        return try fitted(meant(result(typed, from: 0, for: viewer), for: viewer), for: viewer)
    }

    /// `+=3`, `-=10%`, `*=2` or `/=2`; nil for any other text.
    private func relative(_ typed: TypedCharacters, current: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> Double? {
        guard typed.all.count > 1, let operation = Operation(typed.all[0]), typed.all[1] == "=" else { return nil }
        guard typed.all.count > 2 else { throw TypedDoubt(text: typed, sort: sort).refusal(at: 0..<2, "has nothing after it") }
        let by = try tokens(typed, from: 2, for: viewer, joinsSpace: true).tokens
        // Even where the percent sign is the unit, a factor with a percent sign counts in hundredths.
        if by.count == 1, case .number(let factor) = by[0], operation == .times || operation == .over,
            "%٪".contains(typed.all[typed.all.count - 1])
        {
            return try Arithmetic.join(current, operation, factor / 100, viewer.symbols)
        }
        guard by.count == 1, case .travel(let fraction) = by[0] else {
            return try Arithmetic.join(current, operation, try result(typed, from: 2, for: viewer), viewer.symbols)
        }
        switch operation {
        case .plus: return value(atTravel: Self.moved(position(of: current), by: fraction))
        case .minus: return value(atTravel: Self.moved(position(of: current), by: -fraction))
        case .times, .over: return try Arithmetic.join(current, operation, fraction, viewer.symbols)
        }
    }

    /// Rounded to 12 decimals: 30 % less 10 % is exactly 20 %.
    private static func moved(_ position: Position, by fraction: Double) -> Double {
        let sum = position.fraction + fraction
        return sum.magnitude < 1000 ? (sum * 1e12).rounded() / 1e12 : sum
    }

    /// The result of the text from an index on.
    private func result(_ typed: TypedCharacters, from start: Int, for viewer: Viewer) throws(RefusedValue.Reason) -> Double {
        guard NumberReader.isBlankAmbiguous(viewer.symbols) else { return try result(typed, from: start, for: viewer, joinsSpace: false) }
        do throws(RefusedValue.Reason) {
            return try result(typed, from: start, for: viewer, joinsSpace: true)
        } catch {
            guard case .notA = error else { throw error }
            // First, a blank joins groups of digits. Where that makes no sense, as in `100 200 +`, it separates two numbers.
            do throws(RefusedValue.Reason) {
                return try result(typed, from: start, for: viewer, joinsSpace: false)
            } catch let other {
                if case .notA = other { throw error }
                throw other
            }
        }
    }

    private func result(
        _ typed: TypedCharacters, from start: Int, for viewer: Viewer, joinsSpace: Bool
    ) throws(RefusedValue.Reason) -> Double {
        let tokens = try tokens(typed, from: start, for: viewer, joinsSpace: joinsSpace)
        var arithmetic = Arithmetic(tokens, symbols: viewer.symbols) { value(atTravel: $0) }
        return try arithmetic.value()
    }

    private func tokens(
        _ typed: TypedCharacters, from start: Int, for viewer: Viewer, joinsSpace: Bool
    ) throws(RefusedValue.Reason) -> TypedTokens.Reading {
        var reader = TypedTokens(typed, of: spec, sort: sort, for: viewer, joinsSpace: joinsSpace)
        return try reader.read(from: start)
    }

    /// A whole number for an integer. For a point beyond the travel, it is beyond the range.
    private func value(atTravel fraction: Double) -> Double {
        let beyond = max(spec.maximum - spec.lowestFinite, 1)
        // Above the minimum, as a part of the travel.
        let above = spec.isTurned ? 1 - fraction : fraction
        if above > 1 { return spec.maximum + (above - 1) * beyond }
        if above < 0, spec.minimum.isFinite { return spec.minimum + above * beyond }
        let value = value(at: Position(fraction))
        return spec.kind.isWhole ? value.rounded() : value
    }

    /// A number that is beyond the range only because the end is shown rounded means the end.
    private func meant(_ number: Double, for viewer: Viewer) -> Double {
        let end = min(max(number, spec.minimum), spec.maximum)
        guard end != number, end.isFinite, number.isFinite else { return number }
        return FixedNumber(end, decimals: viewer.decimals ?? spec.decimals).value == number ? end : number
    }

    /// The value clamped into the range, or refused; −∞ is a value only where it is the minimum.
    func fitted(_ value: Double, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber {
        let (symbols, value) = (viewer.symbols, wrapped(value))
        guard value.isFinite || value == spec.minimum else { throw .notFinite(value) }
        if spec.kind.isWhole, value.rounded() != value { throw .notWhole(symbols.shortest(value)) }
        // No negative zero.
        let clamped = (clamp(value) ?? spec.defaultValue) + 0
        if clamped != value, spec.outOfRange == .reject { throw .outOfRange(symbols.shortest(value)) }
        return ParsedNumber(value: clamped, wanted: value + 0)
    }
}
