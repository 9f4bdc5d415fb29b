public import FaderConsole

/// MIDI bytes as messages, for tests alone: in production ALSA does this. Knows running status, real-time bytes in between, and
/// that system common messages end the running status.
public struct ByteParser {
    private var status: UInt8 = 0
    private var data: [UInt8] = []

    /// A parser at the start of a stream.
    public init() {}

    /// The channel messages in hexadecimal bytes such as `B0 07 40`.
    public mutating func parse(hex: String) -> [MIDIMessage] {
        hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }.compactMap { take($0) }
    }

    private mutating func take(_ byte: UInt8) -> MIDIMessage? {
        if byte >= 0xF8 { return nil }
        if byte >= 0x80 {
            status = byte
            data = []
            return nil
        }
        guard (0x80..<0xF0).contains(status) else { return nil }
        data.append(byte)
        guard data.count == ((0xC0..<0xE0).contains(status) ? 1 : 2) else { return nil }
        defer { data = [] }
        return message(status & 0xF0, channel: status & 0x0F, first: data[0], last: data[data.count - 1])
    }

    private func message(_ kind: UInt8, channel: UInt8, first: UInt8, last: UInt8) -> MIDIMessage {
        let number = UInt16(first)
        let (address, raw): (MessageAddress, UInt32) =
            switch kind {
            case 0x80: (MessageAddress(.note, number: number, channel: channel), 0)
            case 0x90: (MessageAddress(.note, number: number, channel: channel), UInt32(last))
            case 0xA0: (MessageAddress(.polypressure, number: number, channel: channel), UInt32(last))
            case 0xB0: (MessageAddress(.cc, number: number, channel: channel), UInt32(last))
            case 0xC0: (MessageAddress(.program, channel: channel), UInt32(first))
            case 0xD0: (MessageAddress(.pressure, channel: channel), UInt32(first))
            default: (MessageAddress(.pitchbend, channel: channel), UInt32(last) << 7 | UInt32(first))
            }
        return MIDIMessage(address, raw: raw)
    }
}
