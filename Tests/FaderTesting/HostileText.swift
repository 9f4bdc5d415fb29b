/// Texts such as a device, a program or a file may be named: with quotes, wildcards, controls, signs that turn the direction of writing, and
/// characters that swallow the one beside them.
public enum HostileText {
    private static let pieces: [String] = [
        #"'"\$`!*?[]{}()<>|&;:#%~=-+,. aZ0"#.map { String($0) },
        ["\n", "\r", "\r\n", "\t", "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{9B}"],
        ["\u{0D4E}", "\u{301}", "\u{200D}", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{061C}", "\u{2028}", "\u{2029}"],
        ["\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{E000}", "\u{10FFFF}", "ä", "e\u{301}", "각", "🇩", "🇪", "👩‍👩‍👧", "\u{1F3FB}"],
        ["$(touch x)", "'; touch x; '"],
    ].flatMap { $0 }

    /// A text of up to 12 pieces.
    public static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    /// Those that were found once.
    public static let known = [
        "", "*", "?", "[a]", "a\\", "\u{0D4E}'; touch x; '", "\u{0D4E}\", auto: true, x: \"", "a\u{202E}b", "a\nb", "a\r\nb", "\u{0D4E}*",
        "*\u{301}", "a\u{202E}\u{301}b", "\u{0D4E}\u{202E}", "-rf", "~", "yes", "1397:00b4", "# x", "!", "$'\\x41'",
    ]

    /// Whether a terminal may get it: no C0 or C1 control, nothing that turns the direction of writing, no line separator.
    public static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
            default: true
            }
        }
    }
}
