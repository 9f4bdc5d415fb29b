/// Fits texts into the cells of displays, which are often only six or seven characters wide.
public enum CellText {
    /// A label in at most `width` characters: unchanged if it fits. Otherwise its vowels are removed, from the end, then the separators
    /// between words, then letters at the ends of words. The first letter of a word goes last, and a number is never cut: `Channel 12`
    /// becomes `Chnnl12`. Where not even its last number fits, the cell is full of `#`.
    public static func label(_ text: String, width: Int) -> String {
        guard text.count > width else { return text }
        var label = CellLabel(text)
        while label.count > width { label.shorten(to: width) }
        return label.text
    }
}

/// A label while it is being shortened: letters, whole numbers, and the separators between them.
private struct CellLabel {
    private enum Piece {
        case letter(Character, isFirst: Bool)
        case number([Character])
        case separator(Character)

        var characters: [Character] {
            switch self {
            case .letter(let letter, _): [letter]
            case .number(let digits): digits
            case .separator(let character): [character]
            }
        }
    }

    private var pieces: [Piece] = []

    var count: Int { pieces.reduce(0) { $0 + $1.characters.count } }
    var text: String { String(pieces.flatMap(\.characters)) }

    init(_ text: String) {
        // Spaces at the ends, and repeated spaces, carry no meaning.
        let rest = Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        var at = 0
        while at < rest.count {
            let length = Self.numberLength(rest[at...], isFirst: at == 0 || rest[at - 1] == " ")
            if length > 0 {
                pieces.append(.number(Array(rest[at..<at + length])))
            } else if rest[at].isLetter {
                let follows = at > 0 && rest[at - 1].isLetter
                let isFirst = !follows || (rest[at].isUppercase && rest[at - 1].isLowercase)
                pieces.append(.letter(rest[at], isFirst: isFirst))
            } else {
                pieces.append(.separator(rest[at]))
            }
            at += max(length, 1)
        }
    }

    /// How many characters the number that begins here has: digits with points and commas between them, with a sign at the start of a word.
    private static func numberLength(_ text: ArraySlice<Character>, isFirst: Bool) -> Int {
        var at = text.startIndex
        if isFirst, let sign = text.first, "+-−".contains(sign) { at += 1 }
        guard at < text.endIndex, text[at].isNumber else { return 0 }
        while at < text.endIndex {
            let isInside = ".,".contains(text[at]) && at + 1 < text.endIndex && text[at + 1].isNumber
            guard text[at].isNumber || isInside else { break }
            at += 1
        }
        return at - text.startIndex
    }

    /// Removes the least important part.
    mutating func shorten(to width: Int) {
        if let vowel = pieces.lastIndex(where: Self.isInnerVowel) {
            pieces.remove(at: vowel)
        } else if let separator = pieces.indices.last(where: isIdle) {
            pieces.remove(at: separator)
            capitalize(at: separator)
        } else if let letter = lastLetterOfLongestWord() {
            pieces.remove(at: letter)
        } else {
            keepLastNumber(in: width)
        }
    }

    private static func isInnerVowel(_ piece: Piece) -> Bool {
        guard case .letter(let letter, false) = piece else { return false }
        return "aeiouAEIOU".contains(letter)
    }

    /// Whether a separator can go: it is not the only thing between two numbers.
    private func isIdle(_ index: Int) -> Bool {
        guard case .separator = pieces[index] else { return false }
        let before = index > 0 ? pieces[index - 1] : .separator(" ")
        let after = index + 1 < pieces.count ? pieces[index + 1] : .separator(" ")
        if case .number = before, case .letter = after { return true }
        if case .number = before, case .number = after { return false }
        // Of several separators between two numbers, one must stay.
        if case .separator = before { return true }
        if case .number = before { return index + 1 == pieces.count }
        return true
    }

    /// Where a word begins without a separator before it, a capital marks its beginning.
    private mutating func capitalize(at index: Int) {
        guard index < pieces.count, case .letter(let letter, true) = pieces[index], letter.uppercased().count == 1 else { return }
        pieces[index] = .letter(Character(letter.uppercased()), isFirst: true)
    }

    /// The place of the last letter of the longest word; of equally long words, the last word counts.
    private func lastLetterOfLongestWord() -> Int? {
        var (longest, last, length) = (0, -1, 0)
        for (index, piece) in pieces.enumerated() {
            guard case .letter(_, let isFirst) = piece else {
                length = 0
                continue
            }
            length = isFirst ? 1 : length + 1
            // A letter must stay if it is the only thing between two numbers.
            if length == 1, index > 0, index + 1 < pieces.count, case .number = pieces[index - 1], case .number = pieces[index + 1] {
                continue
            }
            if length >= longest { (longest, last) = (length, index) }
        }
        return last >= 0 ? last : nil
    }

    private mutating func keepLastNumber(in width: Int) {
        let numbers = pieces.filter { if case .number = $0 { true } else { false } }
        guard let last = numbers.last, last.characters.count <= width else {
            pieces = Array(repeating: .separator("#"), count: max(width, 0))
            return
        }
        pieces = [last]
    }
}

extension ValueText {
    /// A value in at most `width` characters: with its unit if that fits, if need be without blanks; else without its unit; else with fewer
    /// decimals. Words and options are abbreviated like labels. A number is rounded but never cut: one that does not fit at all is shown as
    /// `#`.
    ///
    /// - Parameters:
    ///   - write: Converts a text to the characters of the display; its result must fit.
    ///   - length: How many places a text takes, where that is not one for each character.
    public func cell(
        _ value: Double, width: Int, for viewer: Viewer = Viewer(), as write: (String) -> String = { $0 },
        length: (String) -> Int = { $0.count }
    ) -> String {
        let whole = write(format(value, for: viewer))
        if length(whole) <= width { return whole }
        guard !isWord(value, for: viewer) else { return CellText.label(whole, width: width) }
        let close = String(whole.filter { $0 != " " })
        if length(close) <= width { return close }
        for decimals in stride(from: viewer.decimals ?? spec.decimals, through: 0, by: -1) {
            var viewer = viewer
            viewer.decimals = decimals
            for text in [bare(value, for: viewer), edit(value, for: viewer)] {
                let text = write(text)
                if length(text) <= width { return text }
            }
        }
        return String(repeating: "#", count: max(width, 0))
    }
}
