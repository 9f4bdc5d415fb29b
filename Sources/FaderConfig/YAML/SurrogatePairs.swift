/// JSON writes a character beyond U+FFFF as two escapes, `\uD83C\uDF9A`; YAML as one, `\U0001F39A`.
enum SurrogatePairs {
    /// The text with one escape for each pair.
    static func joined(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
        var joined: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                joined.append(bytes[index])
                index += 1
                continue
            }
            if let high = unit(at: index, of: bytes), (0xD800...0xDBFF).contains(high), let low = unit(at: index + 6, of: bytes),
                (0xDC00...0xDFFF).contains(low)
            {
                let scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
                let digits = String(scalar, radix: 16)
                joined += Array("\\U\(String(repeating: "0", count: 8 - digits.utf8.count))\(digits)".utf8)
                index += 12
            } else {
                // An escaped backslash is no beginning of another escape.
                joined += bytes[index..<min(index + 2, bytes.count)]
                index += 2
            }
        }
        return joined
    }

    /// The number of an escape that begins here.
    private static func unit(at index: Int, of bytes: [UInt8]) -> UInt32? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else { return nil }
        return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}
