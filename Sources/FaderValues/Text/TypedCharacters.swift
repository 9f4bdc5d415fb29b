/// Typed text prepared for reading: characters without invisible marks of writing direction and without white space at either end.
package struct TypedCharacters {
    /// The most Unicode scalars of typed text.
    static let limit = 256

    let all: [Character]

    /// The characters of typed text; refused if it is empty or too long.
    init(_ text: String) throws(RefusedValue.Reason) {
        guard text.unicodeScalars.prefix(Self.limit + 1).count <= Self.limit else { throw .tooLong(limit: Self.limit) }
        all = Self.visible(text)
        if all.isEmpty { throw .empty }
    }

    /// The same as `init` for the program's own texts, which are never refused.
    static func visible(_ text: String) -> [Character] {
        if let plain = plain(text) { return plain }
        let seen = text.unicodeScalars.filter { !Self.isMark($0) }
        let characters = Array(String(String.UnicodeScalarView(seen)))
        guard let first = characters.firstIndex(where: { !$0.isWhitespace }),
            let last = characters.lastIndex(where: { !$0.isWhitespace })
        else { return [] }
        return Array(characters[first...last])
    }

    /// The characters of printable ASCII, which nearly all texts are: looking up the properties of characters takes most of the time.
    private static func plain(_ text: String) -> [Character]? {
        let (blank, utf8) = (UInt8(ascii: " "), text.utf8)
        guard utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        guard let first = utf8.firstIndex(where: { $0 != blank }), let last = utf8.lastIndex(where: { $0 != blank }) else { return [] }
        return utf8[first...last].map { Character(Unicode.Scalar($0)) }
    }

    var string: String { String(all) }

    /// Whether the whole text is this word, in any case.
    func isWord(_ word: String) -> Bool { string.lowercased() == String(Self.visible(word)).lowercased() }

    /// Whether this word is at an index, in any case, and does not end within a longer word.
    func has(_ word: [Character], at index: Int) -> Bool {
        guard let last = word.last, index + word.count <= all.count else { return false }
        guard zip(word, all[index...]).allSatisfy({ Self.isSame($0, $1) }) else { return false }
        let end = index + word.count
        return !(last.isLetter && end < all.count && all[end].isLetter)
    }

    func skippingSpace(from index: Int) -> Int { all[index...].firstIndex { !$0.isWhitespace } ?? all.count }

    private static func isSame(_ left: Character, _ right: Character) -> Bool {
        left == right || left.lowercased() == right.lowercased()
            || (left.isWhitespace && right.isWhitespace) || (isMicro(left) && isMicro(right))
    }

    /// Whether a character is the micro sign, or the Greek letter that looks the same.
    static func isMicro(_ character: Character) -> Bool { character == "\u{B5}" || character == "\u{3BC}" }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
