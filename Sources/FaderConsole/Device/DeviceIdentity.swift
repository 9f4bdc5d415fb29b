/// Manufacturer, family and model, as in the MIDI 1.0 specification under Identity Request and Reply. The version is left out, because an
/// update would change it.
public struct DeviceIdentity: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
    /// The bytes, the last one lowest, and above them their count: five, or seven if the manufacturer's number is 00 and two more bytes.
    private let packed: UInt64

    /// The request, addressed to all devices.
    public static let request: [UInt8] = [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]

    /// Parses manufacturer, family and model as they are in the reply: `00 01 06 02 00 01 00`. Nil for any other text.
    public init?(parsing text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let bytes = words.compactMap { UInt8(hexadecimal: $0) }
        guard bytes.count == words.count else { return nil }
        self.init(bytes.span, isWhole: true)
    }

    /// Reads a whole system exclusive message; nil if it is not a reply.
    public init?(reply message: Span<UInt8>) {
        guard message.count > 5, message[0] == 0xF0, message[1] == 0x7E, message[3] == 0x06, message[4] == 0x02 else { return nil }
        self.init(message.extracting(5..<message.count - 1), isWhole: false)
    }

    /// `isWhole`: no other bytes may follow.
    private init?(_ bytes: Span<UInt8>, isWhole: Bool) {
        guard bytes.count > 0 else { return nil }
        let count = Self.count(first: bytes[0])
        guard isWhole ? bytes.count == count : bytes.count >= count else { return nil }
        var packed = UInt64(count)
        for place in 0..<count {
            guard bytes[place] < 0x80 else { return nil }
            packed = packed << 8 | UInt64(bytes[place])
        }
        self.packed = packed
    }

    private static func count(first: UInt8) -> Int { first == 0 ? 7 : 5 }

    /// The bytes as they are written in a config: `00 01 06 02 00 01 00`.
    public var description: String {
        let count = packed >> 40 == 5 ? 5 : 7
        return (0..<count).reversed().map { place in
            let digits = String(packed >> (8 * place) & 0xFF, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0\(digits)" : digits
        }.joined(separator: " ")
    }
}
