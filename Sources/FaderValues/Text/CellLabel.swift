/// A label that is too long for its cell: words, whole numbers, and the separators between them.
struct CellLabel {
    private struct Piece {
        var letters: [Character]
        let isNumber: Bool
        /// The blanks and punctuation before it.
        var gap: [Character] = []
    }

    private var pieces: [Piece] = []
    /// The characters after the last piece.
    private var end: [Character] = []
    /// The fewest letters of its first word that can still be read as a name.
    private static let leastOfFirst = 3

    /// Blanks at its ends, and repeated ones, have no meaning.
    init(_ text: String) {
        let rest = Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        var at = 0
        while at < rest.count {
            let number = Self.numberLength(rest[at...], isFirst: at == 0 || rest[at - 1] == " ")
            let length = number > 0 ? number : Self.wordLength(rest[at...])
            if length > 0 {
                pieces.append(Piece(letters: Array(rest[at..<at + length]), isNumber: number > 0, gap: end))
                end = []
            } else {
                end.append(rest[at])
            }
            at += max(length, 1)
        }
    }

    /// Digits with points and commas between them, with a sign at the start of a word.
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

    /// A capital after a small letter begins another word.
    private static func wordLength(_ text: ArraySlice<Character>) -> Int {
        var at = text.startIndex
        while at < text.endIndex, text[at].isLetter, at == text.startIndex || !(text[at].isUppercase && text[at - 1].isLowercase) {
            at += 1
        }
        return at - text.startIndex
    }

    /// The label in at most `width` characters.
    func text(width: Int) -> String {
        var label = self
        for remove in [{ $0 == " " }, { _ in true }] as [(Character) -> Bool] {
            if label.count <= width { return label.joined }
            label.removeSeparators(where: remove)
        }
        label.shortenWords(to: width)
        return label.count <= width ? label.joined : label.lastNumber(width: width)
    }

    private var count: Int { pieces.reduce(end.count) { $0 + $1.gap.count + $1.letters.count } }
    private var joined: String { String(pieces.flatMap { $0.gap + $0.letters } + end) }

    /// A word that then follows another one directly begins with a capital, and one character stays between two numbers.
    private mutating func removeSeparators(where isRemoved: (Character) -> Bool) {
        for index in pieces.indices where !pieces[index].gap.isEmpty {
            let before = pieces[index].gap
            pieces[index].gap.removeAll(where: isRemoved)
            if index > 0, pieces[index].isNumber, pieces[index - 1].isNumber {
                if pieces[index].gap.isEmpty { pieces[index].gap = [before.first { $0 != " " } ?? " "] }
            } else if index > 0, pieces[index].gap.isEmpty, !pieces[index].isNumber {
                let first = pieces[index].letters[0].uppercased()
                if first.count == 1 { pieces[index].letters[0] = Character(first) }
            }
        }
        // A label that is nothing but punctuation keeps it.
        if !pieces.isEmpty { end.removeAll(where: isRemoved) }
    }

    /// Shortens the words to the room that the numbers leave, and drops words that do not fit at all.
    private mutating func shortenWords(to width: Int) {
        if pieces.isEmpty { end = Array(end.prefix(max(width, 0))) }
        while true {
            let words = pieces.indices.filter { !pieces[$0].isNumber }
            guard let first = words.first else { return }
            let room = width - count + words.reduce(0) { $0 + pieces[$1].letters.count }
            let least = words.count > 2 ? min(Self.leastOfFirst, pieces[first].letters.count) : 1
            if room - words.count + 1 >= least {
                let sizes = Self.sizes(words.map { pieces[$0].letters.count }, room: room)
                for (word, size) in zip(words, sizes) { pieces[word].letters = CellWord.short(pieces[word].letters, count: size) }
                return
            }
            // The last word often tells left from right, so words in the middle are dropped first.
            let droppable = words.filter { !isBetweenNumbers($0) }
            guard let dropped = droppable.count > 2 ? droppable[droppable.count - 2] : droppable.last else { return }
            pieces.remove(at: dropped)
        }
    }

    /// Whether a word is all that keeps two numbers apart.
    private func isBetweenNumbers(_ index: Int) -> Bool {
        index > 0 && index + 1 < pieces.count && pieces[index - 1].isNumber && pieces[index + 1].isNumber
    }

    /// Letters for each word out of `room`, which is at least one for each.
    private static func sizes(_ lengths: [Int], room: Int) -> [Int] {
        let others = lengths.dropFirst()
        let most = room - others.count
        let half = max((room + 1) / 2, room - others.reduce(0, +))
        var sizes = [lengths[0] <= most ? lengths[0] : min(half, most)] + others.map { _ in 1 }
        var rest = room - sizes.reduce(0, +)
        while rest > 0, let index = sizes.indices.dropFirst().filter({ sizes[$0] < lengths[$0] }).min(by: { sizes[$0] < sizes[$1] }) {
            sizes[index] += 1
            rest -= 1
        }
        sizes[0] += rest
        return sizes
    }

    /// The text if even the shortest words do not fit.
    private func lastNumber(width: Int) -> String {
        guard let last = pieces.last(where: \.isNumber), last.letters.count <= width else {
            return String(repeating: "#", count: max(width, 0))
        }
        return String(last.letters)
    }
}

/// Abbreviates a word as people do.
private enum CellWord {
    /// A word without the s of a plural, without doubled consonants, without vowels inside, from the end. A word that is still too long is
    /// cut after a consonant, as `Perc`; otherwise only its consonants are kept, as `Spk`.
    static func short(_ word: [Character], count: Int) -> [Character] {
        guard word.count > count else { return word }
        let whole = singular(word)
        var short = whole
        for isIdle in [isDoubled, isInnerVowel] {
            for index in short.indices.reversed() where short.count > count && isIdle(short, index) { short.remove(at: index) }
        }
        if short.count <= count { return short }
        let beginning = Array(whole.prefix(count))
        if count >= 3, let last = beginning.last, !isVowel(last) { return beginning }
        let consonants = whole.indices.filter { $0 == 0 || !isVowel(whole[$0]) && !isDoubled(whole, $0) }.map { whole[$0] }
        return Array(consonants.prefix(count))
    }

    private static func singular(_ word: [Character]) -> [Character] {
        guard word.count > 3, word[word.count - 1] == "s" else { return word }
        let before = word[word.count - 2]
        return before == "e" || !isVowel(before) && before != "s" ? word.dropLast() : word
    }

    private static func isVowel(_ letter: Character) -> Bool { "aeiouAEIOU".contains(letter) }

    private static func isDoubled(_ word: [Character], _ index: Int) -> Bool {
        index > 0 && word[index] == word[index - 1] && !isVowel(word[index])
    }

    /// Whether a vowel can go: it is not at the beginning, as both are in `Audio`.
    private static func isInnerVowel(_ word: [Character], _ index: Int) -> Bool {
        isVowel(word[index]) && (index > 1 || index == 1 && !isVowel(word[0]))
    }
}
