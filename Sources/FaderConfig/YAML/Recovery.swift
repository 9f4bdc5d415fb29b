/// A file without the parts that YAML cannot read, so that the rest can be looked at in the same run.
///
/// What is taken out leaves its lines behind, so every place stays the same. Of an entry its key stays at first, without a value; where
/// that cannot be read either, nothing stays.
struct Recovery {
    private let source: Source
    /// What stands in place of lines.
    private var replaced: [Int: [UInt8]] = [:]
    private var rounds = 0
    /// So much was taken out that the rest is not looked at.
    private(set) var isExhausted = false
    /// Lines (0-based) whose values have been reported.
    private(set) var damaged: Set<Int> = []
    /// What could have been told by the parts that are taken out: names that may well be there.
    private(set) var lostWords: Set<String> = []

    /// The most parts that are taken out, and the most bytes that are read for it.
    private static let mostRounds = 200
    private static let mostBytes = 32 << 20

    init(_ source: Source) { self.source = source }

    /// The file as far as it is left.
    var bytes: [UInt8] {
        guard !replaced.isEmpty else { return source.bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.bytes.count)
        for index in 0..<source.lineCount {
            let (text, end) = source.bytes(ofLine: index)
            bytes += replaced[index] ?? Array(text)
            bytes += end
        }
        return bytes
    }

    /// Whether a line (0-based) is no longer as it was written.
    func isReplaced(line: Int) -> Bool { replaced[line] != nil }

    /// Takes out the entry at a line (0-based), or the one around it. False where nothing is left to be taken out.
    mutating func takeOut(line: Int) -> Bool {
        rounds += 1
        isExhausted = rounds > Self.mostRounds || rounds * source.bytes.count > Self.mostBytes
        guard !isExhausted else { return false }
        var start = min(line, source.lineCount - 1)
        while start > 0, isBlank(start), replaced[start] == nil { start -= 1 }
        while true {
            switch replaced[start] {
            case nil: return cut(from: start)
            case let text? where !text.isEmpty: return empty(start)
            default:
                guard let around = parent(of: start) else { return false }
                start = around
            }
        }
    }

    /// Leaves only the key of an entry, or the dash of a list's item.
    private mutating func cut(from start: Int) -> Bool {
        let text = Array(source.bytes(ofLine: start).text)
        let indent = indentation(start)
        let isItem = isItem(start)
        lose(text)
        damaged.insert(start)
        var rest = start + 1
        let level = level(of: start)
        while rest < source.lineCount, belongs(rest, to: level, isItem: isItem) {
            if !isBlank(rest) { lose(Array(source.bytes(ofLine: rest).text)) }
            replaced[rest] = []
            rest += 1
        }
        let key = text.dropFirst(indent).drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }.prefix(while: Self.isWord)
        let space = [UInt8](repeating: 0x20, count: indent)
        replaced[start] = isItem ? space + Array("-".utf8) : key.isEmpty ? [] : space + key + Array(":".utf8)
        if !isItem, key.isEmpty { spoilParent(of: start) }
        return true
    }

    /// Leaves nothing of an entry, of which only the key was there.
    private mutating func empty(_ start: Int) -> Bool {
        replaced[start] = []
        spoilParent(of: start)
        return true
    }

    /// A block that misses a part without a name is not judged. The sections of a file are: there the rest counts more.
    private mutating func spoilParent(of line: Int) {
        if let around = parent(of: line), indentation(around) > 0 { damaged.insert(around) }
    }

    /// The line of the block that a line stands in.
    private func parent(of line: Int) -> Int? {
        let indent = indentation(line)
        return (0..<line).reversed().first { !isBlank($0) && indentation($0) < indent && replaced[$0] != [] }
    }

    /// The indentation of the entries beside one: its own, or theirs where it stands too far to the left to be one of them.
    private func level(of line: Int) -> Int {
        let indent = indentation(line)
        var level: Int?
        for other in (0..<line).reversed() where !isBlank(other) {
            if indentation(other) == indent { return indent }
            if indentation(other) < indent { break }
            level = min(level ?? .max, indentation(other))
        }
        return level ?? indent
    }

    private func belongs(_ line: Int, to indent: Int, isItem: Bool) -> Bool {
        if isBlank(line) || indentation(line) > indent { return true }
        guard indentation(line) == indent, !isItem else { return false }
        let first = source.bytes(ofLine: line).text.dropFirst(indent).first
        return self.isItem(line) || first == UInt8(ascii: "}") || first == UInt8(ascii: "]")
    }

    private func indentation(_ line: Int) -> Int { source.bytes(ofLine: line).text.prefix { $0 == 0x20 || $0 == 0x09 }.count }

    private func isBlank(_ line: Int) -> Bool {
        let first = source.bytes(ofLine: line).text.first { $0 != 0x20 && $0 != 0x09 }
        return first == nil || first == UInt8(ascii: "#")
    }

    private func isItem(_ line: Int) -> Bool {
        let text = source.bytes(ofLine: line).text.drop { $0 == 0x20 || $0 == 0x09 }
        return text.first == UInt8(ascii: "-") && (text.count == 1 || text[text.startIndex + 1] == 0x20)
    }

    private mutating func lose(_ text: [UInt8]) {
        for word in text.split(whereSeparator: { !Self.isWord($0) }) { lostWords.insert(String(decoding: word, as: UTF8.self)) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
