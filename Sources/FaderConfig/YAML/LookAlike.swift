/// Text that looks like YAML but is not: curly quotes, unusual blanks, a colon without a space.
enum LookAlike {
    /// A text without the curly quotes around it, or the blanks at its ends that YAML does not treat as blanks; nil if it has neither.
    static func mended(_ text: String) -> (text: String, isPlain: Bool, message: String)? {
        if let first = text.unicodeScalars.first, !first.isASCII, quotes.contains(first) {
            return (trimmed(text, quotes.contains), false, described(quote: first))
        }
        guard let blank = [text.unicodeScalars.first, text.unicodeScalars.last].compactMap({ $0 }).first(where: isBlank) else { return nil }
        return (trimmed(text, isBlank), true, described(blank: blank))
    }

    /// The key and the value that were meant by `min:0`.
    struct MissingSpace {
        let key: String
        let value: String
        var message: String { "a space is missing after the colon: write \"\(key.forDisplay): \(value.forDisplay)\"" }
    }

    /// What is meant by `min:0`; nil for any other text.
    static func missingSpace(_ text: String) -> MissingSpace? {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text.index(after: colon) < text.endIndex else { return nil }
        let (key, value) = (text[..<colon], text[text.index(after: colon)...])
        guard key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }), let first = value.first,
            first != "/", first != ":", !first.isWhitespace
        else { return nil }
        return MissingSpace(key: String(key), value: String(value.prefix { !$0.isWhitespace && !",}]".contains($0) }))
    }

    /// A curly quote or unusual blank; columns count from 1.
    static func first(in line: String) -> (column: Int, message: String)? {
        for (offset, scalar) in line.unicodeScalars.enumerated() {
            if isBlank(scalar) { return (offset + 1, described(blank: scalar)) }
            if quotes.contains(scalar) { return (offset + 1, described(quote: scalar)) }
        }
        return nil
    }

    /// An unquoted color, or a comment that hides a closing bracket; columns count from 1.
    static func comment(in line: String, mayQuote: Bool) -> (column: Int, message: String)? {
        let scalars = Array(line.unicodeScalars)
        guard let offset = commentStart(scalars) else { return nil }
        let digits = scalars[(offset + 1)...].prefix { $0.properties.isASCIIHexDigit }
        let end = offset + 1 + digits.count
        if mayQuote, digits.count == 3 || digits.count == 6, end == scalars.count || !scalars[end].properties.isAlphabetic {
            var color = "#"
            color.unicodeScalars.append(contentsOf: digits)
            return (offset + 1, "a color must be in quotes, \"\(color)\": without them YAML takes the rest of the line for a comment")
        }
        guard scalars[offset...].contains(where: { $0 == "}" || $0 == "]" }) else { return nil }
        return (offset + 1, "a comment begins here and hides the closing brace or bracket; put a text with \"#\" in quotes")
    }

    /// Where a comment begins: at a `#` after a blank and outside quotes.
    private static func commentStart(_ scalars: [Unicode.Scalar]) -> Int? {
        var quote: Unicode.Scalar?
        for (offset, scalar) in scalars.enumerated() {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "#", offset > 0, scalars[offset - 1] == " " || scalars[offset - 1] == "\t" {
                return offset
            }
        }
        return nil
    }

    private static func described(quote: Unicode.Scalar) -> String {
        "\(quote) is a curly quote, which YAML takes for an ordinary letter; write \" or '"
    }

    private static func described(blank: Unicode.Scalar) -> String {
        "\(blank.codeName) is not an ordinary space, and YAML takes it for a letter; write an ordinary space"
    }

    private static func trimmed(_ text: String, _ isOutside: (Unicode.Scalar) -> Bool) -> String {
        let rest = text.unicodeScalars.drop(while: isOutside)
        guard let last = rest.lastIndex(where: { !isOutside($0) }) else { return "" }
        return String(Substring(rest[...last]))
    }

    private static let quotes: Set<Unicode.Scalar> = ["“", "”", "„", "‟", "‘", "‚", "«", "»"]

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
    }
}
