internal import FaderModel

/// A file without the parts that YAML cannot read, so that the rest can be checked in the same run.
///
/// Removed parts leave empty lines, so all locations stay the same. At first only the value of an entry is removed. If its key cannot be
/// read either, the whole entry is removed.
struct Recovery {
    private let source: Source
    /// The replacement for each changed line.
    private var replaced: [Int: [UInt8]] = [:]
    private var rounds = 0
    /// Whether so much was removed that the rest is not checked.
    private(set) var isExhausted = false
    /// Lines (0-based) whose values have been reported.
    private(set) var damaged: Set<Int> = []
    /// The words in the removed parts: names that may be defined there.
    private(set) var lostWords: Set<String> = []

    /// The most parts that are removed, and the most bytes that are parsed in the process.
    private static let mostRounds = 200
    private static let mostBytes = 32 << 20

    init(_ source: Source) { self.source = source }

    /// The bytes left of the file.
    var bytes: [UInt8] {
        guard !replaced.isEmpty else { return source.bytes }
        let lines = source.lines.indices.map { replaced[$0] ?? Array(source.bytes(ofLine: $0)) }
        return Array(lines.joined(separator: [0x0A]))
    }

    /// Whether a line (0-based) was changed or removed.
    func isReplaced(line: Int) -> Bool { replaced[line] != nil }

    /// Removes the entry at a line (0-based), or the entry around it. False if there is nothing left to remove or a limit is reached.
    mutating func takeOut(line: Int) -> Bool {
        rounds += 1
        isExhausted = rounds > Self.mostRounds || rounds * source.bytes.count > Self.mostBytes
        guard !isExhausted else { return false }
        var start = min(line, source.lines.count - 1)
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

    /// Reduces an entry to its key, or a list item to its dash.
    private mutating func cut(from start: Int) -> Bool {
        let text = Array(source.bytes(ofLine: start))
        let indent = indentation(start)
        let isItem = isItem(start)
        lose(text)
        damaged.insert(start)
        var rest = start + 1
        let level = level(of: start)
        while rest < source.lines.count, belongs(rest, to: level, isItem: isItem) {
            if !isBlank(rest) { lose(Array(source.bytes(ofLine: rest))) }
            replaced[rest] = []
            rest += 1
        }
        let key = text.dropFirst(indent).drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }.prefix(while: Self.isWord)
        let space = [UInt8](repeating: 0x20, count: indent)
        replaced[start] = isItem ? space + Array("-".utf8) : key.isEmpty ? [] : space + key + Array(":".utf8)
        if !isItem, key.isEmpty { spoilParent(of: start) }
        return true
    }

    /// Removes an entry that had been reduced to its key.
    private mutating func empty(_ start: Int) -> Bool {
        replaced[start] = []
        spoilParent(of: start)
        return true
    }

    /// Marks the block around a removed entry without a readable key as damaged, so that the block is not checked. Top-level sections are
    /// still checked, because they contain too much to skip.
    private mutating func spoilParent(of line: Int) {
        if let around = parent(of: line), indentation(around) > 0 { damaged.insert(around) }
    }

    /// The line that opens the block around a line.
    private func parent(of line: Int) -> Int? {
        let indent = indentation(line)
        return (0..<line).reversed().first { !isBlank($0) && indentation($0) < indent && replaced[$0] != [] }
    }

    /// The indentation of an entry's siblings. This is its own indentation, or theirs if it is indented too little to be one of them.
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
        let first = source.bytes(ofLine: line).dropFirst(indent).first
        return self.isItem(line) || first == UInt8(ascii: "}") || first == UInt8(ascii: "]")
    }

    private func indentation(_ line: Int) -> Int { source.bytes(ofLine: line).prefix { $0 == 0x20 || $0 == 0x09 }.count }

    private func isBlank(_ line: Int) -> Bool {
        let first = source.bytes(ofLine: line).first { $0 != 0x20 && $0 != 0x09 }
        return first == nil || first == UInt8(ascii: "#")
    }

    private func isItem(_ line: Int) -> Bool {
        let text = source.bytes(ofLine: line).drop { $0 == 0x20 || $0 == 0x09 }
        return text.first == UInt8(ascii: "-") && (text.count == 1 || text[text.startIndex + 1] == 0x20)
    }

    private mutating func lose(_ text: [UInt8]) {
        for word in text.split(whereSeparator: { !Self.isWord($0) }) { lostWords.insert(String(decoding: word, as: UTF8.self)) }
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIIWord || byte == UInt8(ascii: ".") }
}
