/// Reads JSON as RFC 8259 has it, and nothing beyond: a state file that is only nearly JSON has been damaged.
///
/// Of two fields with one name the later one counts. Lone surrogates in escapes are refused.
struct JSONParser {
    /// Where the bytes stop being JSON.
    struct Failure: Error, Equatable {
        var offset: Int
    }

    /// Deeper nesting is refused, so that no file can exhaust the stack.
    static let depthLimit = 128

    private let bytes: [UInt8]
    private var offset = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The value that the bytes are, all of them.
    static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw parser.failure }
        return value
    }

    private var failure: Failure { Failure(offset: offset) }
    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Takes the byte if it is next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ word: StaticString) throws(Failure) {
        for wanted in word.description.utf8 {
            guard byte == wanted else { throw failure }
            offset += 1
        }
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        guard depth < Self.depthLimit else { throw failure }
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        offset += 1
        var fields: [String: JSONValue] = [:]
        skipSpace()
        if take("}") { return .object(fields) }
        repeat {
            skipSpace()
            let key = try string()
            skipSpace()
            guard take(":") else { throw failure }
            fields[key] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure }
        return .object(fields)
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        offset += 1
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .array(values) }
        repeat {
            values.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure }
        return .array(values)
    }

    private mutating func digits() throws(Failure) {
        let start = offset
        while let byte, (0x30...0x39).contains(byte) { offset += 1 }
        guard offset > start else { throw failure }
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return .number(spelling: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func string() throws(Failure) -> String {
        guard take("\"") else { throw failure }
        var text = ""
        while true {
            let start = offset
            while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
            guard let plain = String(validating: bytes[start..<offset], as: UTF8.self) else { throw Failure(offset: start) }
            text += plain
            if take("\"") { return text }
            guard take("\\") else { throw failure }
            text.unicodeScalars.append(try escape())
        }
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        guard let letter = byte else { throw failure }
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
            guard first < 0xDC00, take("\\"), take("u") else { throw failure }
            let second = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(second) else { throw failure }
            let pair = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
            guard let scalar = Unicode.Scalar(pair) else { throw failure }
            return scalar
        default: throw Failure(offset: offset - 1)
        }
    }

    private mutating func hexadecimal() throws(Failure) -> UInt16 {
        guard offset + 4 <= bytes.count else { throw failure }
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else { throw failure }
            code = code << 4 | UInt16(digit)
            offset += 1
        }
        return code
    }
}
