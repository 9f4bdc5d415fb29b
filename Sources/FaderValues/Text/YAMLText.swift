/// The one place that quotes for YAML.
extension String {
    /// The text in double quotes, on one line, as every parser reads it back.
    ///
    /// Works on Unicode scalars: seen as characters, a quote may be a part of the character before it.
    package var yamlQuoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                text += "\\"
                text.unicodeScalars.append(scalar)
            } else if scalar.isUnprintable || scalar.value & 0xFFFE == 0xFFFE {
                text += Self.yamlEscape(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// The text without quotes if that is the same in YAML, else in double quotes: for keys, and for names that are nearly always words.
    package var yamlWord: String {
        let isWord = utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: ".") }
        let isLetter = unicodeScalars.first?.properties.isAlphabetic == true
        // Some parsers do not read these as texts.
        let isReserved = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(lowercased())
        return isWord && isLetter && !isReserved ? self : yamlQuoted
    }

    private static func yamlEscape(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0...0xFF: "\\x" + scalar.hexadecimal(digits: 2)
        case 0x100...0xFFFF: "\\u" + scalar.hexadecimal(digits: 4)
        default: "\\U" + scalar.hexadecimal(digits: 8)
        }
    }
}
