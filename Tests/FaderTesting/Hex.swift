/// Bytes in hexadecimal, as transcripts and tables write them: `F0 01 F7`.
public enum Hex {
    /// A byte as two digits.
    public static func text(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

    /// Bytes with blanks between them.
    public static func text(_ bytes: [UInt8]) -> String { bytes.map { text($0) }.joined(separator: " ") }

    /// The bytes of such a text; nil if it is not one.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let bytes = text.split(separator: " ").map { UInt8($0, radix: 16) }
        return bytes.contains(nil) ? nil : bytes.compactMap { $0 }
    }
}
