/// The rules for names of controls, surfaces and profiles.
package enum Names {
    /// Bytes.
    package static let longest = 63

    /// `<kind>.<index>` with an index from 1 of at most five digits, or a plain word: lower-case letters, digits, `_`, `-`, beginning with
    /// a letter.
    package static func isControl(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, isWord(parts[0]) else { return false }
        return parts.count == 1 || isIndex(parts[1])
    }

    /// It becomes the name of a sequencer port or of a file.
    package static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
        return (first.isASCIILetter || first.isASCIIDigit) && text.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: ".") }
    }

    /// A program's, or a writer's: 1…64 characters, not only blanks, no control characters.
    package static func isProgram(_ text: String) -> Bool {
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        return !isBlank && text.unicodeScalars.count <= longestProgram && !text.unicodeScalars.contains { $0.isControl }
    }

    /// The most characters that the name of a program may have.
    package static let longestProgram = 64

    /// A valid name that looks like `text`; nil if there is none.
    package static func mended(_ text: String, _ isGood: (String) -> Bool) -> String? {
        let mended = String(text.lowercased().map { $0 == " " ? "-" : $0 })
        return mended != text && isGood(mended) ? mended : nil
    }

    private static func isWord(_ text: Substring) -> Bool {
        text.utf8.first?.isASCIILetter ?? false && text.utf8.allSatisfy { $0.isASCIIWord && !$0.isASCIICapital }
    }

    private static func isIndex(_ text: Substring) -> Bool {
        text.utf8.count <= 5 && text.utf8.first != UInt8(ascii: "0") && !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit)
    }
}

extension UInt8 {
    package var isASCIICapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    package var isASCIILetter: Bool { isASCIICapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    package var isASCIIWord: Bool { isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
