internal import FaderValues

/// A line that is safe to show, with a caret under one of its characters.
struct Excerpt {
    let line: String
    let caret: String

    /// How many characters of a long line are shown, and how many of them are before the caret.
    private static let width = 120
    private static let lead = 60

    /// `column` is 1-based, in Unicode scalars; one past the end is allowed. `secrets` are columns, from 0, that must not be shown.
    init(of text: String, column: Int, without secrets: [Range<Int>] = []) {
        let (scalars, target) = Self.hiding(secrets, in: Array(text.unicodeScalars), at: column - 1)
        let isLong = scalars.count > Self.width
        let first = isLong ? max(0, min(target - Self.lead, scalars.count - Self.width)) : 0
        let last = isLong ? min(scalars.count, first + Self.width) : scalars.count
        var line = first > 0 ? "…" : ""
        var caret = first > 0 ? " " : ""
        for index in first..<last {
            let shown = Self.shown(scalars[index])
            line.unicodeScalars.append(shown)
            guard index < target else { continue }
            // Each tab has a tab below it, so that both lines advance to the same stop at any tab width.
            caret += shown == "\t" ? "\t" : String(repeating: " ", count: CharacterWidth.of(shown))
        }
        self.line = last < scalars.count ? line + "…" : line
        self.caret = caret + "^"
    }

    /// The line without its secrets, and where `column` is in it.
    private static func hiding(_ secrets: [Range<Int>], in line: [Unicode.Scalar], at column: Int) -> ([Unicode.Scalar], Int) {
        let column = min(max(column, 0), line.count)
        var (shown, target, end) = ([Unicode.Scalar](), column, 0)
        for secret in secrets where secret.lowerBound >= end && secret.upperBound <= line.count {
            shown += line[end..<secret.lowerBound]
            if column >= secret.upperBound {
                target += Secrets.hidden.count - secret.count
            } else if column >= secret.lowerBound {
                target = shown.count
            }
            shown += Secrets.hidden.unicodeScalars
            end = secret.upperBound
        }
        return (shown + line[end...], target)
    }

    /// Control characters would move the cursor or color the terminal.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar { scalar == "\t" ? scalar : scalar.printable }
}

extension Unicode.Scalar {
    /// The code of the character, such as `U+00A0`.
    var codeName: String { "U+" + hexadecimal(digits: 4) }

    /// The character, or U+FFFD if it is not visible.
    var printable: Unicode.Scalar { isUnprintable ? "\u{FFFD}" : self }

    /// No text of a config may contain it. The marks that Hebrew and Arabic texts need are allowed.
    var isRefused: Bool { isUnprintable && !Set.writingMarks.contains(self) }
}

extension String {
    /// The text for a message: unprintable characters are replaced, and it has at most 60 characters.
    package var forDisplay: String {
        // Nearly all texts are short words, and thousands are looked at before one is shown.
        if utf8.count <= 60, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        return printable(60) + (unicodeScalars.dropFirst(60).isEmpty ? "" : "…")
    }

    /// A sentence from another module, in a message: unprintable characters replaced, at most 300 characters.
    var forMessage: String { printable(300) }

    private func printable(_ most: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(most).map(\.printable)))
    }
}
