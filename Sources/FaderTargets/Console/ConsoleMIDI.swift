/// Cuts a stream of bytes into messages, wherever it arrives in pieces: with running status, and with real-time bytes anywhere. Pure.
struct ConsoleMIDI {
    enum Message: Equatable {
        case note(channel: UInt8, key: UInt8, velocity: UInt8)
        case control(channel: UInt8, number: UInt8, value: UInt8)
        case program(channel: UInt8, number: UInt8)
        /// A system exclusive message, without its first and last byte.
        case exclusive([UInt8])
    }

    /// A longer system exclusive message is skipped.
    private static let mostBytes = 1024

    private var status: UInt8 = 0
    private var data: [UInt8] = []
    private var exclusive: [UInt8]?

    mutating func read(_ bytes: [UInt8]) -> [Message] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> Message? {
        // Real-time bytes may be within another message.
        if byte >= 0xF8 { return nil }
        guard byte < 0x80 else {
            defer { (status, data, exclusive) = (byte < 0xF0 ? byte : 0, [], byte == 0xF0 ? [] : nil) }
            if byte == 0xF7, let exclusive, exclusive.count <= Self.mostBytes { return .exclusive(exclusive) }
            return nil
        }
        if exclusive != nil {
            if exclusive?.count ?? 0 <= Self.mostBytes { exclusive?.append(byte) }
            return nil
        }
        guard status != 0 else { return nil }
        data.append(byte)
        let (kind, channel) = (status & 0xF0, status & 0x0F)
        guard data.count == (kind == 0xC0 || kind == 0xD0 ? 1 : 2) else { return nil }
        defer { data = [] }
        switch kind {
        case 0x80: return .note(channel: channel, key: data[0], velocity: 0)
        case 0x90: return .note(channel: channel, key: data[0], velocity: data[1])
        case 0xB0: return .control(channel: channel, number: data[0], value: data[1])
        case 0xC0: return .program(channel: channel, number: data[0])
        default: return nil
        }
    }
}

/// The numbered parameters of Allen & Heath's consoles, each of which takes four control changes, and their scenes. Other channels may
/// speak in between. Pure.
struct ConsoleNRPN {
    enum Event: Equatable {
        /// Two bytes that say which parameter it is, and two bytes with its value.
        case parameter(UInt8, UInt8, UInt8, UInt8)
        /// From 0.
        case scene(Int)
    }

    let channel: UInt8
    private var (first, second, coarse, bank): (UInt8?, UInt8?, UInt8?, UInt8?) = (nil, nil, nil, nil)

    init(channel: UInt8) { self.channel = channel }

    mutating func take(_ message: ConsoleMIDI.Message) -> Event? {
        switch message {
        case .control(channel, 0x63, let value): (first, second, coarse) = (value, nil, nil)
        case .control(channel, 0x62, let value): (second, coarse) = (value, nil)
        case .control(channel, 0x06, let value): coarse = value
        case .control(channel, 0x26, let value):
            guard let first, let second, let coarse else { return nil }
            self.coarse = nil
            return .parameter(first, second, coarse, value)
        case .control(channel, 0x00, let value): bank = value
        // Some send one more without a bank, which means nothing.
        case .program(channel, let number):
            defer { bank = nil }
            return bank.map { .scene(Int($0) << 7 | Int(number)) }
        default: break
        }
        return nil
    }

    func bytes(_ first: UInt8, _ second: UInt8, _ more: (UInt8, UInt8)...) -> [UInt8] {
        ([(0x63, first), (0x62, second)] + more).flatMap { [0xB0 | channel, $0.0, $0.1] }
    }

    /// Counted from 0.
    func scene(_ number: Int) -> [UInt8] { [0xB0 | channel, 0x00, UInt8(number >> 7 & 0x7F), 0xC0 | channel, UInt8(number & 0x7F)] }
}

/// Addresses of consoles that have numbers: bytes as in their documents, such as `40.1F`. Pure.
enum ConsoleBytes {
    static func text(_ bytes: UInt8...) -> String { bytes.map(hex).joined(separator: ".") }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

    /// The bytes of 7 bits that an address has; nil unless it has so many.
    static func bytes(_ address: String, _ count: Int) -> [UInt8]? {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { $0.utf8.count == 2 ? UInt8($0, radix: 16) : nil }
        return parts.count == count && bytes.count == count && bytes.allSatisfy { $0 < 0x80 } ? bytes : nil
    }
}
