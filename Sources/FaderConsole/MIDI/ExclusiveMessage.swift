internal import FaderValues

/// A system exclusive message that is built on the MIDI thread: it has fixed memory, and never contains a byte that would end it early.
struct ExclusiveMessage {
    private var bytes = InlineArray<96, UInt8>(repeating: 0)
    /// How many bytes it has so far, without F7.
    private(set) var count = 1

    init() { bytes[0] = 0xF0 }

    init(_ header: InlineArray<4, UInt8>) {
        bytes[0] = 0xF0
        for place in header.indices { add(header[place]) }
    }

    /// A status byte becomes an underscore. Bytes that do not fit are left out; there is always room for F7.
    mutating func add(_ byte: UInt8) {
        guard count < bytes.count - 1 else { return }
        bytes[count] = byte < 0x80 ? byte : 0x5F
        count += 1
    }

    mutating func add(_ text: Span<UInt8>) {
        for place in text.indices { add(text[place]) }
    }

    mutating func send(to surface: SurfaceIndex, _ port: any MIDIPort) -> SendResult {
        bytes[count] = 0xF7
        return port.send(bytes.span.extracting(first: count + 1), to: surface)
    }
}
