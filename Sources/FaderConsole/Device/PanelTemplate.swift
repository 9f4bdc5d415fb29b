/// A system exclusive message with places for what a panel shows: `F0 00 20 32 14 4C {strip} {color} {text.1} {text.2} F7`.
public struct PanelTemplate: Sendable, Equatable {
    /// A byte, or a placeholder for bytes.
    public enum Piece: Sendable, Equatable, BitwiseCopyable {
        case byte(UInt8)
        /// The text of a cell with this many characters, in this row from 0; nil: in the row that is sent.
        case text(row: UInt8?, width: UInt8?)
        /// The number of the cell in its row, from 0, plus this.
        case strip(plus: UInt8)
        /// The number of the row, from 0, plus this.
        case row(plus: UInt8)
        /// The number of the cell's first character in the display, from 0, row by row.
        case offset
        /// The color of the strip: 1 red, 2 green, 4 blue.
        case color
        /// The colors of all strips like that.
        case colors
        /// The colors of all strips, each as red, green and blue, 0 or 127.
        case rgb
        /// The segments of all digits of the timecode, a byte for each.
        case timecode
        /// Those of the digits of the assignment.
        case assignment
        /// The dots of all these digits in the order of the message, seven in a byte, the lowest bit first.
        case dots
    }

    /// The bytes and placeholders, from F0 to F7.
    public let pieces: [Piece]

    /// Whether one message has all rows of a strip.
    var hasRows: Bool { pieces.contains { if case .text(row: .some, width: _) = $0 { true } else { false } } }

    public var showsColor: Bool { pieces.contains(.color) }

    public var isOfAllStrips: Bool { pieces.contains(.colors) || pieces.contains(.rgb) }

    /// Whether it sets digits, and nothing else.
    public var isOfDigits: Bool {
        hasDigits
            && pieces.allSatisfy { piece in
                if case .byte = piece { true } else { [.timecode, .assignment, .dots].contains(piece) }
            }
    }

    public var hasDigits: Bool { pieces.contains(.timecode) || pieces.contains(.assignment) || pieces.contains(.dots) }

    public var hasText: Bool { pieces.contains { if case .text = $0 { true } else { false } } }

    /// Reads two hexadecimal digits for each byte, and names in braces. Throws the word that is neither, or that is at the wrong place.
    public init(parsing text: String) throws(UnknownWord) {
        let words = text.split(separator: " ").map(String.init)
        var pieces: [Piece] = []
        for (place, word) in words.enumerated() {
            guard let piece = Self.piece(word) else { throw UnknownWord(word: word) }
            // Only the first and the last byte may have their highest bit set.
            let isEnd = place == 0 || place == words.count - 1
            let wanted: UInt8 = place == 0 ? 0xF0 : 0xF7
            if case .byte(let byte) = piece { guard isEnd ? byte == wanted : byte < 0x80 else { throw UnknownWord(word: word) } }
            guard case .byte = piece else {
                if isEnd { throw UnknownWord(word: word) }
                pieces.append(piece)
                continue
            }
            pieces.append(piece)
        }
        guard pieces.count > 2 else { throw UnknownWord(word: text) }
        self.pieces = pieces
    }

    public struct UnknownWord: Error {
        public let word: String
    }

    private static func piece(_ word: String) -> Piece? {
        guard word.hasPrefix("{"), word.hasSuffix("}") else { return UInt8(hexadecimal: word).map { .byte($0) } }
        let name = word.dropFirst().dropLast()
        switch name {
        case "offset": return .offset
        case "color": return .color
        case "colors": return .colors
        case "rgb": return .rgb
        case "timecode": return .timecode
        case "assignment": return .assignment
        case "dots": return .dots
        default: break
        }
        if let plus = plus(name, "strip") { return .strip(plus: plus) }
        if let plus = plus(name, "row") { return .row(plus: plus) }
        return text(name)
    }

    /// Reads `strip`, or `strip+16`.
    private static func plus(_ name: Substring, _ word: String) -> UInt8? {
        if name == word { return 0 }
        guard name.hasPrefix(word + "+"), let plus = UInt8(name.dropFirst(word.count + 1)), plus < 128 else { return nil }
        return plus
    }

    /// Reads `text`, `text:8`, `text.2`, or `text.2:7`.
    private static func text(_ name: Substring) -> Piece? {
        let halves = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var width: UInt8?
        if halves.count > 1 {
            guard let count = UInt8(halves[1]), (1...64).contains(count) else { return nil }
            width = count
        }
        if halves[0] == "text" { return .text(row: nil, width: width) }
        guard halves[0].hasPrefix("text."), let row = UInt8(halves[0].dropFirst(5)), row > 0 else { return nil }
        return .text(row: row - 1, width: width)
    }
}

/// The message that sets one meter.
public struct MeterMessage: Sendable, Equatable {
    public var address: MessageAddress
    /// What is added to the level.
    public var base: UInt32

    public init(_ address: MessageAddress, base: UInt32 = 0) { (self.address, self.base) = (address, base) }
}
