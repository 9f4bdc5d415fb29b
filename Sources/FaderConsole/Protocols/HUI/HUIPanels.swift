internal import FaderValues

/// What the displays of a HUI show. It accepts text only in whole zones, and the digits of the time only from the right.
struct HUIPanels {
    /// Nine names of four characters, then two rows of four zones of ten.
    private var names = InlineArray<36, UInt8>(repeating: 0x20)
    private var rows = InlineArray<80, UInt8>(repeating: 0x20)
    /// What the digits show, from the right; 0x20 is dark.
    private var digits = InlineArray<8, UInt8>(repeating: 0x20)

    /// Writes a text, and sends every zone that it touches.
    mutating func write(_ text: Span<UInt8>, at offset: Int, of display: UInt8, to surface: SurfaceIndex, _ port: any MIDIPort)
        -> SendResult
    {
        let (length, zone, command): (Int, Int, UInt8) = display == 0 ? (36, 4, 0x10) : (80, 10, 0x12)
        guard !text.isEmpty, display < 2, offset >= 0, offset + text.count <= length else { return .sent }
        for place in text.indices {
            if display == 0 { names[offset + place] = text[place] } else { rows[offset + place] = text[place] }
        }
        for number in offset / zone...(offset + text.count - 1) / zone {
            var message = Self.message(command)
            message.add(UInt8(number))
            for place in number * zone..<(number + 1) * zone { message.add(display == 0 ? names[place] : rows[place]) }
            let result = message.send(to: surface, port)
            guard result == .sent else { return result }
        }
        return .sent
    }

    /// Shows a digit of the time, counted from the left, and resends those to its right.
    mutating func show(_ character: UInt8, at place: Int, to surface: SurfaceIndex, _ port: any MIDIPort) -> SendResult {
        guard (0..<8).contains(place) else { return .sent }
        digits[7 - place] = Self.code(character & 0x7F) | (character & 0x80 != 0 ? 0x10 : 0)
        var message = Self.message(0x11)
        for digit in 0...7 - place { message.add(digits[digit]) }
        return message.send(to: surface, port)
    }

    /// Digits and A to F have their own values; nothing else can be shown.
    private static func code(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x30...0x39: letter - 0x30
        case 0x41...0x46: letter - 0x37
        case 0x61...0x66: letter - 0x57
        default: 0x20
        }
    }

    private static func message(_ command: UInt8) -> ExclusiveMessage {
        var message = ExclusiveMessage([0x00, 0x00, 0x66, 0x05])
        message.add(0x00)
        message.add(command)
        return message
    }
}
