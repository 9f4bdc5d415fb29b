public enum WireBytesError: Error, Equatable, CustomStringConvertible {
    case empty
    case notHexadecimal(String)
    case noStatus(String)
    case foreign(String)
    case short(String, expected: Int, found: Int)
    case statusWithin(String, found: String)
    /// A system exclusive message without F7, or a longer one than a device may send.
    case endless

    public var description: String {
        switch self {
        case .empty: "there are no bytes; expected whole MIDI messages, such as B0 07 40"
        case .notHexadecimal(let word): "\"\(word)\" is not a byte; expected two hexadecimal digits for each, such as B0 07 40"
        case .noStatus(let byte): "\(byte) does not begin a message; each begins with its status, 80 to EF, or F0, such as B0 07 40"
        case .foreign(let byte): "\(byte) is a message that no control sends; expected 80 to EF, or F0 … F7"
        case .short(let status, let expected, let found): "\(status) needs \(expected) more bytes, found \(found)"
        case .statusWithin(let status, let found): "\(found) is in the middle of the message \(status); its other bytes are 00 to 7F"
        case .endless: "F0 needs an F7 at its end, at most \(SystemExclusiveReader.capacity) bytes in all"
        }
    }
}

extension DeviceMessage {
    /// Parses whole messages as a device sends them, in hexadecimal digits.
    public static func parse(wire text: String) throws(WireBytesError) -> [DeviceMessage] {
        var bytes = try bytes(text)[...]
        guard !bytes.isEmpty else { throw .empty }
        var messages: [DeviceMessage] = []
        while let status = bytes.popFirst() {
            if status == 0xF0 {
                guard let end = bytes.firstIndex(where: { $0 > 0x7F }) else { throw .endless }
                guard bytes[end] == 0xF7 else { throw .statusWithin(hexadecimal(status), found: hexadecimal(bytes[end])) }
                let message = [status] + bytes[...end]
                guard message.count <= SystemExclusiveReader.capacity else { throw .endless }
                messages.append(.exclusive(message))
                bytes = bytes[(end + 1)...]
                continue
            }
            guard status >= 0x80 else { throw .noStatus(hexadecimal(status)) }
            guard status < 0xF0 else { throw .foreign(hexadecimal(status)) }
            let count = 0xC0...0xDF ~= status ? 1 : 2
            let data = bytes.prefix(count)
            if let wrong = data.first(where: { $0 > 0x7F }) { throw .statusWithin(hexadecimal(status), found: hexadecimal(wrong)) }
            guard data.count == count else { throw .short(hexadecimal(status), expected: count, found: data.count) }
            messages.append(.message(message(status, Array(data))))
            bytes = bytes.dropFirst(count)
        }
        return messages
    }

    private static func message(_ status: UInt8, _ data: [UInt8]) -> MIDIMessage {
        let (channel, number, raw) = (status & 0x0F, UInt16(data[0]), UInt32(data.last ?? 0))
        return switch status >> 4 {
        case 0x8: MIDIMessage(MessageAddress(.note, number: number, channel: channel), raw: 0)
        case 0x9: MIDIMessage(MessageAddress(.note, number: number, channel: channel), raw: raw)
        case 0xA: MIDIMessage(MessageAddress(.polypressure, number: number, channel: channel), raw: raw)
        case 0xB: MIDIMessage(MessageAddress(.cc, number: number, channel: channel), raw: raw)
        case 0xC: MIDIMessage(MessageAddress(.program, channel: channel), raw: raw)
        case 0xD: MIDIMessage(MessageAddress(.pressure, channel: channel), raw: raw)
        default: MIDIMessage(MessageAddress(.pitchbend, channel: channel), raw: raw << 7 | UInt32(number))
        }
    }

    private static func bytes(_ text: String) throws(WireBytesError) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard word.count.isMultiple(of: 2), word.allSatisfy(\.isHexDigit) else { throw .notHexadecimal(String(word)) }
            var rest = word[...]
            while !rest.isEmpty {
                guard let byte = UInt8(rest.prefix(2), radix: 16) else { throw .notHexadecimal(String(word)) }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
        }
        return bytes
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension MessageAddress {
    /// The messages for a raw value, in the order in which a device sends them.
    package func messages(of raw: UInt32, isLSBFirst: Bool = false) -> [MIDIMessage] {
        func cc(_ number: UInt16, _ value: UInt32) -> MIDIMessage {
            MIDIMessage(MessageAddress(.cc, number: number, channel: channel), raw: value)
        }
        let (msb, lsb) = (raw >> 7 & 127, raw & 127)
        switch kind {
        case .cc, .note, .pitchbend, .pressure, .polypressure, .program: return [MIDIMessage(anyValue, raw: raw)]
        case .cc14:
            let pair = [MIDIMessage(halves.msb, raw: msb), MIDIMessage(halves.lsb, raw: lsb)]
            return isLSBFirst ? pair.reversed() : pair
        case .nrpn, .rpn:
            let first: UInt16 = kind == .nrpn ? 99 : 101
            let data = [cc(6, msb), cc(38, lsb)]
            return [cc(first, UInt32(number >> 7)), cc(first - 1, UInt32(number & 127))] + (isLSBFirst ? data.reversed() : data)
        }
    }
}

extension MIDIMessage {
    /// A note off becomes a note with velocity 0.
    public var wireBytes: [UInt8] {
        address.messages(of: raw).flatMap { message -> [UInt8] in
            let (channel, number) = (message.address.channel, UInt8(truncatingIfNeeded: message.address.number) & 127)
            let (high, low) = (UInt8(message.raw >> 7 & 127), UInt8(message.raw & 127))
            return switch message.address.kind {
            case .note: [0x90 | channel, number, low]
            case .polypressure: [0xA0 | channel, number, low]
            case .program: [0xC0 | channel, low]
            case .pressure: [0xD0 | channel, low]
            case .pitchbend: [0xE0 | channel, low, high]
            // `messages` returns no others.
            case .cc, .cc14, .nrpn, .rpn: [0xB0 | channel, number, low]
            }
        }
    }
}

extension UInt8 {
    /// The byte that two hexadecimal digits stand for; nil for any other text. Swift's own initializer also takes a sign.
    package init?(hexadecimal word: some StringProtocol) {
        guard word.utf8.count == 2, word.allSatisfy(\.isHexDigit) else { return nil }
        self.init(word, radix: 16)
    }
}
