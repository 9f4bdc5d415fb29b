/// Reads strict RFC 8259 JSON: UTF-8 without a byte order mark, no comma after the last value, no duplicate keys in an object, no lone
/// surrogates.
///
/// Foundation's reader accepts duplicate keys and trailing commas, gives no offsets, and turns `-6.0` into `-6`.
public struct JSONReader {
    /// How deep values may be nested, the outermost included. Without a limit a text could exhaust the stack.
    public static let depthLimit = 128

    private let bytes: [UInt8]
    private var offset = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    public static func read(_ bytes: [UInt8]) throws(JSONProblem) -> JSONNode {
        var reader = JSONReader(bytes)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.offset == bytes.count else { throw reader.problem }
        return value
    }

    private var problem: JSONProblem { JSONProblem(offset: offset, reason: .syntax) }
    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte, byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ word: String) throws(JSONProblem) {
        for byte in word.utf8 {
            guard self.byte == byte else { throw problem }
            offset += 1
        }
    }

    private mutating func value(depth: Int) throws(JSONProblem) -> JSONNode {
        guard depth < Self.depthLimit else { throw JSONProblem(offset: offset, reason: .depth) }
        skipSpace()
        let start = offset
        return JSONNode(offset: start, content: try content(depth: depth))
    }

    private mutating func content(depth: Int) throws(JSONProblem) -> JSONNode.Content {
        switch byte {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .list(try items(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"):
            try expect("true")
            return .flag(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .flag(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        default:
            let start = offset
            try number()
            return .number(spelling: spelling(from: start))
        }
    }

    private mutating func members(depth: Int) throws(JSONProblem) -> [JSONNode.Member] {
        offset += 1
        var members: [JSONNode.Member] = []
        var known = KnownKeys()
        skipSpace()
        if skip("}") { return members }
        repeat {
            skipSpace()
            let keyOffset = offset
            let key = try text()
            if let first = known.add(key, in: members) {
                throw JSONProblem(offset: keyOffset, reason: .duplicateKey(key, firstOffset: members[first].keyOffset))
            }
            skipSpace()
            guard skip(":") else { throw problem }
            members.append(JSONNode.Member(key: key, keyOffset: keyOffset, value: try value(depth: depth)))
            skipSpace()
        } while skip(",")
        guard skip("}") else { throw problem }
        return members
    }

    private mutating func items(depth: Int) throws(JSONProblem) -> [JSONNode] {
        offset += 1
        var items: [JSONNode] = []
        skipSpace()
        if skip("]") { return items }
        repeat {
            items.append(try value(depth: depth))
            skipSpace()
        } while skip(",")
        guard skip("]") else { throw problem }
        return items
    }

    private mutating func digits() throws(JSONProblem) {
        let start = offset
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw problem }
    }

    private mutating func number() throws(JSONProblem) {
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") { try digits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try digits()
        }
    }

    private func spelling(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

    private mutating func text() throws(JSONProblem) -> String {
        guard skip("\"") else { throw problem }
        var text = try plain()
        while !skip("\"") {
            guard skip("\\") else { throw problem }
            text.unicodeScalars.append(try escape())
            text += try plain()
        }
        return text
    }

    /// The literal text up to the next quote, escape or control character.
    private mutating func plain() throws(JSONProblem) -> String {
        let start = offset
        let isASCII: Bool
        (offset, isASCII) = endOfPlain
        if offset == start { return "" }
        // Most texts are ASCII, which needs no validation. Validation takes longer than everything else here.
        if isASCII { return String(decoding: bytes[start..<offset], as: UTF8.self) }
        guard let plain = String(validating: bytes[start..<offset], as: UTF8.self) else {
            throw JSONProblem(offset: firstInvalid(from: start), reason: .encoding)
        }
        return plain
    }

    /// The next quote, escape or control character, and whether the text before it is ASCII.
    private var endOfPlain: (Int, isASCII: Bool) {
        let bytes = bytes.span
        var (end, isASCII) = (offset, true)
        while end < bytes.count, case let byte = bytes[end], byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            if byte >= 0x80 { isASCII = false }
            end += 1
        }
        return (end, isASCII)
    }

    private func firstInvalid(from start: Int) -> Int {
        var decoder = UTF8()
        var rest = bytes[start..<offset].makeIterator()
        var place = start
        while case .scalarValue(let scalar) = decoder.decode(&rest) { place += UTF8.width(scalar) }
        return place
    }

    private mutating func escape() throws(JSONProblem) -> Unicode.Scalar {
        guard let letter = byte else { throw problem }
        let start = offset
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try hexadecimal()
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard first < 0xDC00, skip("\\"), skip("u") else { throw problem }
            let second = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(second) else { throw problem }
            let pair = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            guard let scalar = Unicode.Scalar(pair) else { throw problem }
            return scalar
        default: throw JSONProblem(offset: start, reason: .syntax)
        }
    }

    private mutating func hexadecimal() throws(JSONProblem) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw problem }
            code = code << 4 | UInt16(digit)
            offset += 1
        }
        return code
    }
}

/// Finds duplicate keys in an object. While keys come in ascending order, as `JSONWriter` writes them, one comparison each is enough.
private struct KnownKeys {
    /// Keys that are canonically equivalent but differ in their bytes are not equal.
    private struct Key: Hashable {
        let text: String

        // `String` comparison comes first because it is faster. It never rejects equal bytes.
        static func == (left: Key, right: Key) -> Bool { left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8) }
    }

    private var table: [Key: Int] = [:]
    private var isAscending = true
    /// Adds the key that is about to be appended to `members`; returns the index of the member that already has it, if any.
    mutating func add(_ key: String, in members: [JSONNode.Member]) -> Int? {
        guard let last = members.last else { return nil }
        if isAscending, last.key < key { return nil }
        isAscending = false
        let new = Key(text: key)
        if table.isEmpty {
            for (index, member) in members.enumerated() { table[Key(text: member.key)] = index }
        }
        if let first = table[new] { return first }
        table[new] = members.count
        return nil
    }
}
