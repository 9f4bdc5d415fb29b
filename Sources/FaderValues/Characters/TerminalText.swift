/// The one place that makes a text from outside safe to show. Names of devices, programs, files and snapshots, and texts of parameters, may
/// contain anything.
extension String {
    /// Replaces by U+FFFD every character that could control a terminal, begin another line or turn the direction of writing, except those
    /// in `kept`. Without `kept` the result is one line.
    package func withoutControls(but kept: Set<Unicode.Scalar> = []) -> String {
        // Most texts are plain ASCII.
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0.isUnprintable && !kept.contains($0) ? "\u{FFFD}" : $0 }))
    }

    /// A JSON document in which the same characters are written as `\uXXXX`, which means the same to every reader. Line feeds and tabs can
    /// only be layout there, and stay.
    package var jsonForTerminal: String {
        guard utf8.contains(where: { $0 >= 0x7F }) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable, scalar.value >= 0x7F {
                text += "\\u" + scalar.hexadecimal(digits: 4)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Set<Unicode.Scalar> {
    /// Hebrew and Arabic texts are written with these, so a config and a title may contain them.
    package static let writingMarks: Self = ["\u{061C}", "\u{200E}", "\u{200F}"]
}

extension Unicode.Scalar {
    /// Whether this is a control character, or a character that breaks a line.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// A terminal must not get it: a control character, one that breaks a line, one that turns the direction of writing (`Bidi_Control` of
    /// Unicode), or a byte order mark.
    package var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: isControl
        }
    }

    /// Its number in hexadecimal, with at least this many digits.
    package func hexadecimal(digits: Int) -> String {
        let code = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - code.count)) + code
    }
}
