extension CompoundText {
    /// Reads a color: `default`, hexadecimal, a CSS name or `hsl(…)`. A gray in hexadecimal or by name does not change the hue; black and
    /// white do not change the saturation either.
    func color(_ typed: TypedCharacters, current: [Double]) throws(RefusedValue.Reason) -> ParsedCompound {
        if typed.isWord("default") { return ParsedCompound(values: parts.map(\.spec.defaultValue), isClamped: false) }
        if let color = ColorNumber(hexadecimal: typed.string) ?? ColorNames.color(typed.string) {
            return merged(color, current)
        }
        guard let numbers = functionArguments(typed.string) else { throw .notA(typed.string, sort) }
        let wrapped = zip(parts, numbers).map { $0.wrapped($1) }
        let values = zip(parts, wrapped).map { min(max($1, $0.spec.minimum), $0.spec.maximum) }
        if values != wrapped, parts[0].spec.outOfRange == .reject { throw .outOfRange(typed.string) }
        return ParsedCompound(values: values, isClamped: values != wrapped)
    }

    /// A color's numbers; a gray has the present hue, black and white have the present saturation too.
    func merged(_ color: ColorNumber, _ current: [Double]) -> ParsedCompound {
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
