internal import FaderConsole
internal import Synchronization

/// What the virtual surface shows and what is under a hand, as a Mackie Control with colored strips keeps it. Bytes and times are those of
/// Apple's manual "Logic Pro 7 Dedicated Control Surface Support", appendix B, and of NicoG60/TouchMCU; colors are those of the Behringer
/// X-Touch.
///
/// The MIDI thread writes what is sent to the surface; hands write what they do. Every value is a separate atomic, so that nobody ever
/// waits and nothing is allocated. A reader may see half of a text that is just being written; it sees all of it the next time.
final class VirtualFront: Sendable {
    /// Eight strips and the master.
    static let faderCount = 9
    static let stripCount = 8
    /// Characters in a row of the display; there are two rows.
    static let rowLength = 56
    /// The time in which a meter falls by one level, in nanoseconds: TouchMCU.
    static let fall: UInt64 = 300_000_000

    /// What the host has asked for.
    enum Question { case none, greeting, version }

    /// The positions of the faders: 14 bits.
    let positions = InlineArray<9, Atomic<UInt32>> { _ in Atomic(0) }
    /// Whether a finger is on them.
    let touches = InlineArray<9, Atomic<Bool>> { _ in Atomic(false) }
    /// The last velocity sent to each note, and whether the note's button is down.
    let lamps = InlineArray<128, Atomic<UInt8>> { _ in Atomic(0) }
    let presses = InlineArray<128, Atomic<Bool>> { _ in Atomic(false) }
    /// The last value sent to each ring.
    let rings = InlineArray<8, Atomic<UInt8>> { _ in Atomic(0) }
    /// From the left: ten digits of the timecode, two of the assignment.
    let digits = InlineArray<12, Atomic<UInt8>> { _ in Atomic(0x20) }
    let text = InlineArray<112, Atomic<UInt8>> { _ in Atomic(0x20) }
    let colors = InlineArray<8, Atomic<UInt8>> { _ in Atomic(7) }
    /// The last level sent to each meter, in the four upper bits, and when, in nanoseconds.
    private let meters = InlineArray<8, Atomic<UInt64>> { _ in Atomic(0) }
    private let overloads = InlineArray<8, Atomic<Bool>> { _ in Atomic(false) }

    // MARK: What it is sent

    /// Receives a message on the MIDI thread. `now`: the monotonic clock in nanoseconds.
    func take(_ message: MIDIMessage, at now: UInt64) {
        let (address, value) = (message.address, UInt8(truncatingIfNeeded: message.raw))
        let (number, channel) = (Int(address.number), Int(address.channel))
        switch address.kind {
        case .pitchbend where channel < Self.faderCount: drive(channel, to: message.raw)
        case .note where channel == 0 && number < 128: lamps[number].store(value, ordering: .relaxed)
        case .cc where channel == 0 && (0x30...0x37).contains(number): rings[number - 0x30].store(value, ordering: .relaxed)
        // The rightmost digit of the timecode is 0x40; that of the assignment is 0x4A.
        case .cc where channel == 0 && (0x40...0x49).contains(number): digits[0x49 - number].store(value, ordering: .relaxed)
        case .cc where channel == 0 && (0x4A...0x4B).contains(number): digits[10 + 0x4B - number].store(value, ordering: .relaxed)
        case .pressure where channel == 0: receiveMeter(Int(value >> 4), value & 0x0F, at: now)
        default: break
        }
    }

    /// Moves a motor; a fader with a finger on it stays where it is.
    private func drive(_ fader: Int, to raw: UInt32) {
        if !touches[fader].load(ordering: .relaxed) { positions[fader].store(raw, ordering: .relaxed) }
    }

    private func receiveMeter(_ strip: Int, _ level: UInt8, at now: UInt64) {
        guard strip < Self.stripCount else { return }
        switch level {
        case 0x0E: overloads[strip].store(true, ordering: .relaxed)
        case 0x0F: overloads[strip].store(false, ordering: .relaxed)
        default: meters[strip].store(UInt64(level) << 60 | now & (1 << 60 - 1), ordering: .relaxed)
        }
    }

    /// Receives a whole system exclusive message on the MIDI thread.
    func take(_ message: Span<UInt8>) -> Question {
        guard message.count >= 7, message[1] == 0, message[2] == 0, message[3] == 0x66, message[4] == VirtualSurface.device else {
            return .none
        }
        let data = message.extracting(6..<message.count - 1)
        switch message[5] {
        case 0x00: return .greeting
        case 0x13: return .version
        case 0x12: write(data)
        case 0x72: for strip in 0..<min(data.count, Self.stripCount) { colors[strip].store(data[strip] & 7, ordering: .relaxed) }
        case 0x61: for fader in 0..<Self.faderCount { drive(fader, to: 0) }
        case 0x62: darken()
        case 0x08, 0x63:
            for fader in 0..<Self.faderCount { drive(fader, to: 0) }
            clear()
        // How long it stays lit, how easily it is touched, which meters are on: none of this is drawn.
        default: break
        }
        return .none
    }

    /// The first byte is where the text begins; text beyond the end is left out.
    private func write(_ data: Span<UInt8>) {
        guard data.count > 1 else { return }
        for place in 1..<data.count where Int(data[0]) + place - 1 < 2 * Self.rowLength {
            text[Int(data[0]) + place - 1].store(data[place], ordering: .relaxed)
        }
    }

    /// Turns lamps and rings off.
    private func darken() {
        for note in 0..<128 { lamps[note].store(0, ordering: .relaxed) }
        for ring in 0..<Self.stripCount { rings[ring].store(0, ordering: .relaxed) }
    }

    /// Resets it to the state after power-on: everything dark and blank. Faders stay where they are.
    func clear() {
        darken()
        for digit in 0..<12 { digits[digit].store(0x20, ordering: .relaxed) }
        for place in 0..<2 * Self.rowLength { text[place].store(0x20, ordering: .relaxed) }
        for strip in 0..<Self.stripCount {
            colors[strip].store(7, ordering: .relaxed)
            meters[strip].store(0, ordering: .relaxed)
            overloads[strip].store(false, ordering: .relaxed)
        }
    }

    // MARK: What a hand did

    /// A message was sent as if by a hand: what belongs to it is now where the message says.
    func note(sent message: MIDIMessage) {
        let (number, channel) = (Int(message.address.number), Int(message.address.channel))
        switch message.address.kind {
        case .pitchbend where channel < Self.faderCount: positions[channel].store(message.raw, ordering: .relaxed)
        case .note where channel == 0 && (0x68...0x70).contains(number):
            touches[number - 0x68].store(message.raw > 0, ordering: .relaxed)
        case .note where channel == 0 && number < 128: presses[number].store(message.raw > 0, ordering: .relaxed)
        default: break
        }
    }

    // MARK: What it shows

    /// How high a meter is, 0…13, and whether its lamp for "too loud" is lit.
    func meter(_ strip: Int, at now: UInt64) -> (level: Int, isOver: Bool) {
        let word = meters[strip].load(ordering: .relaxed)
        let age = now & (1 << 60 - 1) &- word & (1 << 60 - 1)
        let fallen = age >> 59 & 1 == 1 ? 0 : age / Self.fall
        return (max(0, Int(word >> 60) - Int(min(fallen, 15))), overloads[strip].load(ordering: .relaxed))
    }
}
