/// The one place that quotes for shells.
extension String {
    /// One word of a command that a person pastes into bash, zsh or ksh; where it has no control characters, into any POSIX shell. The
    /// command can be shown on a terminal as it is.
    ///
    /// Works on bytes: seen as characters, a quote may be a part of the character before it, as after U+0D4E.
    package var shellWord: String {
        if !isEmpty, utf8.allSatisfy({ $0.isASCIIWord || ".:/@+,".utf8.contains($0) }) { return self }
        var isShown = true
        // No argument can hold a NUL.
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            if scalar.isUnprintable, scalar != "\0" { isShown = false }
            return scalar == "\0" ? "\u{FFFD}" : scalar
        }
        return isShown ? Self.singleQuoted(scalars) : Self.escaped(scalars)
    }

    private static func singleQuoted(_ scalars: [Unicode.Scalar]) -> String {
        var word = "'"
        for scalar in scalars { if scalar == "'" { word += #"'\''"# } else { word.unicodeScalars.append(scalar) } }
        return word + "'"
    }

    /// `$'…'`, with octal numbers. An interactive shell looks for `!` even there.
    private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
        var word = "$'"
        for scalar in scalars {
            guard scalar.isUnprintable || "'\\!".unicodeScalars.contains(scalar) else {
                word.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(Character(scalar)).utf8 { word += "\\" + octal(byte) }
        }
        return word + "'"
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}
