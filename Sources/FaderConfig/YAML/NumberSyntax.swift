internal import FaderValues

/// Numbers in a config: decimal digits with an optional sign, point and exponent.
enum NumberSyntax {
    /// Infinite if it is too large for a double, nil if the text is not a number.
    static func number(_ text: String) -> Double? {
        // Infinity, NaN and hexadecimal digits, which Swift reads too, have other letters.
        text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
    }

    /// A number of digits alone; Swift itself reads a sign, too.
    static func whole(_ text: some StringProtocol) -> Int? { text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil }

    static func isNotFinite(_ text: String) -> Bool {
        let word = text.lowercased().drop { $0 == "+" || $0 == "-" || $0 == "." }
        return ["inf", "infinity", "nan", "∞"].contains(word)
    }

    /// Whether a text is minus infinity as a config writes it.
    static func isMinusInfinity(_ text: String) -> Bool { text == "-inf" || text == "-.inf" }

    /// Converts a programming language's form, such as `0x20` or `1_000`, to that of a config.
    static func program(_ text: String) -> String? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = String((text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]).filter { $0 != "_" })
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.lowercased().hasPrefix(prefix) {
            guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
            return Int(digits.dropFirst(2), radix: radix).map { "\(sign)\($0)" }
        }
        guard text.contains("_"), let number = number(digits), number.isFinite else { return nil }
        return sign + digits
    }

    /// The number that was meant by a decimal comma, a typographic minus, a unit, quotes, or a programming language's form.
    static func suggestion(for text: String) -> String? {
        if let number = program(text) { return number }
        let plain = String(text.map { $0 == "−" || $0 == "–" ? "-" : $0 == "," ? "." : $0 })
        let digits = split(plain.filter { !$0.isWhitespace }).digits
        guard let number = number(digits), number.isFinite else { return nil }
        return digits
    }

    /// The number at the front of a text, and the unit after it.
    static func split(_ text: String) -> (digits: String, unit: String) {
        let end = text.firstIndex { !($0.isASCII && ($0.isWholeNumber || "+-.".contains($0))) } ?? text.endIndex
        return (String(text[..<end]), String(text[end...]))
    }

    /// The number as a person would write it: `6`, not `6.0`.
    static func shown(_ number: Double) -> String {
        if number == -.infinity { return "-inf" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// Whether it has a digit, and only characters that numbers consist of.
    var isLikeNumber: Bool {
        contains(where: \.isNumber) && lowercased().allSatisfy { $0.isNumber || "+-−.,e".contains($0) }
    }
}
