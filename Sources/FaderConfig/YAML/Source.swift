internal import FaderValues

/// One file, split into lines for diagnostics.
package final class Source: Sendable {
    /// The name of the file in diagnostics.
    package let name: String
    /// How its diagnostics are sorted: 0 for the config, then the profiles in the order in which they are used.
    package let order: Int
    /// The bytes without a byte order mark. Bytes that are not UTF-8 are only shown, never parsed.
    package let bytes: [UInt8]
    /// The bytes of each line, without its line end.
    package let lines: [Range<Int>]

    package init(name: String, order: Int = 0, bytes: [UInt8]) {
        self.name = name
        self.order = order
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        lines = TextLines.ranges(of: self.bytes)
    }

    package var whole: Location { Location(source: self, line: 0, column: 0) }

    /// The bytes of a line (0-based), without its line end.
    package func bytes(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index]] }

    /// 1-based, without the line end; nil if there is no such line or it is too long to show.
    package func line(_ number: Int) -> String? {
        guard lines.indices.contains(number - 1), lines[number - 1].count <= Limits.shownLine else { return nil }
        return String(decoding: bytes(ofLine: number - 1), as: UTF8.self)
    }

    package func location(atByte offset: Int) -> Location {
        let line = lines.lastIndex { $0.lowerBound <= offset } ?? 0
        let before = String(decoding: bytes[lines[line].lowerBound..<offset], as: UTF8.self)
        return Location(source: self, line: line + 1, column: before.unicodeScalars.count + 1)
    }
}

/// Line and column count from 1; columns are Unicode scalars.
package struct Location: Sendable {
    package let source: Source
    package let line: Int
    package let column: Int
    /// Where the text comes from, if it is not written here.
    package var origin: Origin?

    /// The type that contains the text, if this location only names the type.
    package var type: String? { origin?.type }
    /// The words of the template's result that contains the text.
    package var words: String? { origin?.words }

    /// One of the words of the template's result.
    func isWord(_ text: String) -> Bool { words?.split(separator: ",").contains { $0.drop { $0 == " " } == text } ?? false }

    /// A type, which is named at the location, or a template.
    package final class Origin: Sendable {
        let type: String?
        let words: String?

        init(type: String? = nil, words: String?) { (self.type, self.words) = (type, words) }
    }

    /// `line 12, column 3`, with the file if it is a different one.
    package func described(from other: Location) -> String {
        source === other.source ? "line \(line), column \(column)" : "\(source.name):\(line):\(column)"
    }
}
