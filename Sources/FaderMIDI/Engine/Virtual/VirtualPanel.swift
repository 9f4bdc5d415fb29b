internal import FaderConsole
internal import Synchronization

/// What a Mackie Control shows beside its controls. Bytes and times: Apple's "Logic Pro 7 Dedicated Control Surface Support", appendix B,
/// and NicoG60/TouchMCU; colors: the Behringer X-Touch.
///
/// Written by the MIDI thread. Every value is an atomic of its own, so nobody waits and nothing is allocated. A reader may see half of a
/// text that is being written, and all of it the next time.
final class VirtualPanel: Sendable {
    static let stripCount = 8
    /// Characters in a row of the display; there are two rows.
    static let rowLength = 56
    /// The time in which a meter falls by one level, in nanoseconds: TouchMCU.
    static let fall: UInt64 = 300_000_000

    /// From the left: ten digits of the timecode, two of the assignment.
    private let digits = InlineArray<12, Atomic<UInt8>> { _ in Atomic(0x20) }
    private let text = InlineArray<112, Atomic<UInt8>> { _ in Atomic(0x20) }
    private let bits = InlineArray<8, Atomic<UInt8>> { _ in Atomic(7) }
    /// The last level of each meter, in the four upper bits, and when it was sent, in nanoseconds.
    private let levels = InlineArray<8, Atomic<UInt64>> { _ in Atomic(0) }
    private let overloads = InlineArray<8, Atomic<Bool>> { _ in Atomic(false) }

    // MARK: What it is sent

    /// Receives a message on the MIDI thread. `now`: the monotonic clock in nanoseconds.
    func receive(_ message: MIDIMessage, at now: UInt64) {
        guard message.address.channel == 0 else { return }
        let (number, value) = (Int(message.address.number), UInt8(truncatingIfNeeded: message.raw))
        switch message.address.kind {
        // The rightmost digit of the timecode is 0x40; that of the assignment is 0x4A.
        case .cc where (0x40...0x49).contains(number): digits[0x49 - number].store(value, ordering: .relaxed)
        case .cc where (0x4A...0x4B).contains(number): digits[10 + 0x4B - number].store(value, ordering: .relaxed)
        case .pressure: receiveMeter(Int(value >> 4), value & 0x0F, at: now)
        default: break
        }
    }

    private func receiveMeter(_ strip: Int, _ level: UInt8, at now: UInt64) {
        guard strip < Self.stripCount else { return }
        switch level {
        case 0x0E: overloads[strip].store(true, ordering: .relaxed)
        case 0x0F: overloads[strip].store(false, ordering: .relaxed)
        default: levels[strip].store(UInt64(level) << 60 | now & (1 << 60 - 1), ordering: .relaxed)
        }
    }

    /// A system exclusive message's command and data, on the MIDI thread.
    func receive(_ command: UInt8, _ data: Span<UInt8>) {
        switch command {
        case 0x12: write(data)
        case 0x72: for strip in 0..<min(data.count, Self.stripCount) { bits[strip].store(data[strip] & 7, ordering: .relaxed) }
        // How long it stays lit, how easily it is touched, which meters are on: none of this is drawn.
        default: break
        }
    }

    /// Writes a text into the display. The first byte is where the text begins.
    private func write(_ data: Span<UInt8>) {
        guard data.count > 1 else { return }
        for place in 1..<data.count where Int(data[0]) + place - 1 < 2 * Self.rowLength {
            text[Int(data[0]) + place - 1].store(data[place], ordering: .relaxed)
        }
    }

    func clear() {
        for digit in 0..<12 { digits[digit].store(0x20, ordering: .relaxed) }
        for place in 0..<2 * Self.rowLength { text[place].store(0x20, ordering: .relaxed) }
        for strip in 0..<Self.stripCount {
            bits[strip].store(7, ordering: .relaxed)
            levels[strip].store(0, ordering: .relaxed)
            overloads[strip].store(false, ordering: .relaxed)
        }
    }

    // MARK: What it shows

    /// A meter's height, 0…13, and whether its lamp for "too loud" is lit.
    func meter(_ strip: Int, at now: UInt64) -> (level: Int, isOver: Bool) {
        let word = levels[strip].load(ordering: .relaxed)
        let age = now & (1 << 60 - 1) &- word & (1 << 60 - 1)
        let fallen = age >> 59 & 1 == 1 ? 0 : age / Self.fall
        return (max(0, Int(word >> 60) - Int(min(fallen, 15))), overloads[strip].load(ordering: .relaxed))
    }

    /// A byte that is not a printable ASCII character is blank.
    var rows: [String] {
        let characters = (0..<2 * Self.rowLength).map { place in
            let byte = text[place].load(ordering: .relaxed)
            return (0x20...0x7E).contains(byte) ? byte : 0x20
        }
        return [0, Self.rowLength].map { String(decoding: characters[$0..<$0 + Self.rowLength], as: UTF8.self) }
    }

    /// The colors of the strips: bits 1 red, 2 green, 4 blue.
    var colors: [UInt8] { (0..<Self.stripCount).map { bits[$0].load(ordering: .relaxed) } }

    var texts: (timecode: String, assignment: String) { (text(of: 0..<10), text(of: 10..<12)) }

    private func text(of range: Range<Int>) -> String {
        var text = ""
        for place in range {
            let value = digits[place].load(ordering: .relaxed)
            let code = value & 0x3F
            text.unicodeScalars.append(Unicode.Scalar(code < 0x20 ? code + 0x40 : code))
            if value & 0x40 != 0 { text += "." }
        }
        return text
    }
}
