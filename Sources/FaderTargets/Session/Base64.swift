/// RFC 4648.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let numbers = {
        var numbers = [UInt8?](repeating: nil, count: 256)
        for (number, letter) in letters.enumerated() { numbers[Int(letter)] = UInt8(number) }
        return numbers
    }()

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for digit in 0...3 {
                text.append(digit <= group.count ? letters[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Up to the first character that does not belong there.
    static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var (number, bits) = (0, 0)
        for letter in text.utf8 {
            guard let digit = numbers[Int(letter)] else { break }
            (number, bits) = ((number << 6 | Int(digit)) & 0xFFFF, bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> bits))
        }
        return bytes
    }
}
