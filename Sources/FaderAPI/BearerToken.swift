/// The tokens and keys that requests carry in the header `Authorization`.
package enum BearerToken {
    /// Whether the values of the header contain the wanted token.
    package static func isBrought(_ authorization: [String], wanted: String) -> Bool {
        brought(authorization).map { isSame($0, Array(wanted.utf8)) } ?? false
    }

    /// The token in the header; nil unless the header has exactly one.
    package static func brought(_ authorization: [String]) -> [UInt8]? {
        guard authorization.count == 1 else { return nil }
        let words = authorization[0].split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return Array(words[1].utf8)
    }

    /// Takes the same time wherever a text of that length differs.
    package static func isSame(_ given: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a text has one of these lengths, and no characters but ASCII letters, ASCII digits and `others`.
    package static func hasOnly(_ text: some StringProtocol, lengths: ClosedRange<Int>, besides others: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { letter in
                letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter) || others.unicodeScalars.contains(letter))
            }
    }

    /// A new secret in hexadecimal digits. `bits` is a multiple of 64.
    package static func random(bits: Int = 256) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bits / 64).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The page's files contain nothing of the daemon's state, so they need no token.
package enum WebPath {
    package static let page = "/"
    /// The prefix of the files that the page loads: `/web/HASH/FILE`.
    package static let files = "/web/"

    package static func isPage(_ path: String) -> Bool { path == page || path.hasPrefix(files) }
}
