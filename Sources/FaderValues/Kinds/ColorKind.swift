/// `color`: hue 0…360°, saturation and lightness 0…100 %; as text `#rrggbb`.
struct ColorKind: KindOfCompound {
    static let word = KindWord.color
    static let keys = KindKeys.valued
    static let sort = "a color"
    static let isDriven = true
    static let partCount = 3
    static let isOneValue = true

    func format(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String { ColorNumber(numbers).hexadecimal }
    func edited(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String { ColorNumber(numbers).hexadecimal }
    func limits(in text: CompoundText, for viewer: Viewer) -> String { "hue 0…360, saturation and lightness 0…100 %" }

    func expected(in text: CompoundText, for viewer: Viewer) -> String {
        "#rrggbb, #rgb, hsl(hue, saturation, lightness) or the name of a color"
    }

    func parse(
        _ typed: TypedCharacters, current: [Double], in text: CompoundText, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedCompound {
        try text.color(typed, current: current)
    }

    func accept(_ value: Value, current: [Double], in text: CompoundText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedCompound
    {
        guard case .word(let word) = value else { throw .notA(value.shown, Self.sort) }
        return try text.color(TypedCharacters(word), current: current)
    }

    static func sort(insteadOf value: Value) -> String? { nil }

    func value(of numbers: [Double]) -> Value { .word(ColorNumber(numbers).hexadecimal) }

    func numbers(of value: Value, in text: CompoundText) -> [Double]? {
        if case .word(let word) = value { ColorNumber(hexadecimal: word)?.numbers } else { nil }
    }
}

extension CompoundText {
    /// `default`, hexadecimal, a CSS name or `hsl(…)`. A gray in hexadecimal or by name does not change the hue; black and white do not
    /// change the saturation either.
    fileprivate func color(_ typed: TypedCharacters, current: [Double]) throws(RefusedValue.Reason) -> ParsedCompound {
        if typed.isWord("default") { return ParsedCompound(values: parts.map(\.spec.defaultValue), isClamped: false) }
        if let color = ColorNumber(hexadecimal: typed.string) ?? ColorNames.color(typed.string) {
            return merged(color, current)
        }
        guard let numbers = functionArguments(typed.string) else { throw .notA(typed.string, ColorKind.sort) }
        let wrapped = zip(parts, numbers).map { $0.wrapped($1) }
        let values = zip(parts, wrapped).map { min(max($1, $0.spec.minimum), $0.spec.maximum) }
        if values != wrapped, parts[0].spec.outOfRange == .reject { throw .outOfRange(typed.string) }
        return ParsedCompound(values: values, isClamped: values != wrapped)
    }

    /// A gray has the present hue, black and white have the present saturation, too.
    private func merged(_ color: ColorNumber, _ current: [Double]) -> ParsedCompound {
        let merged = color.following(ColorNumber(current))
        return ParsedCompound(values: merged.numbers, isClamped: false, isRelative: merged.numbers != color.numbers)
    }

    /// The numbers of `hsl(32, 100%, 50%)`, with or without commas, degrees and percent signs; nil for any other text.
    private func functionArguments(_ text: String) -> [Double]? {
        let lower = text.lowercased()
        guard lower.hasPrefix("hsl("), lower.hasSuffix(")") else { return nil }
        let words = lower.dropFirst(4).dropLast().split { $0 == "," || $0.isWhitespace }
        guard words.count == 3 else { return nil }
        let numbers = words.enumerated().compactMap { index, word in
            var number = word.first == "−" || word.first == "–" ? "-" + word.dropFirst() : word
            for unit in index == 0 ? ["deg", "°"] : ["%"] where number.hasSuffix(unit) { number = number.dropLast(unit.count) }
            return number.utf8.allSatisfy { "0123456789.-+".utf8.contains($0) } ? Double(String(number)) : nil
        }
        return numbers.count == 3 && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}
