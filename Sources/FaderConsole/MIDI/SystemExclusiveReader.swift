/// Joins the pieces in which system exclusive messages come in. Fixed memory, no allocation; owned by the MIDI thread.
///
/// A piece may begin and end anywhere and may hold several messages. A broken message is counted and dropped; the next one is read as usual.
public struct SystemExclusiveReader {
    /// The longest message that is kept, from F0 to F7.
    public static let capacity = 1024
    /// A message is given up when nothing more of it has come for this long: five times what a DIN cable needs for the sequencer's longest
    /// piece, 256 bytes.
    public static let patience = MonotonicTime.Interval.milliseconds(400)

    private enum Phase {
        /// Between two messages.
        case between
        /// In a message.
        case inside
        /// In the rest of a broken message.
        case skipping
    }

    private var bytes = InlineArray<1024, UInt8>(repeating: 0)
    private var phase = Phase.between
    /// How many bytes the message has so far; after `take` returned true, of the whole message.
    public private(set) var count = 0
    /// How many messages came in broken: cut off, too long, without a beginning.
    public private(set) var broken: UInt64 = 0
    /// When a message that stopped coming is given up; `.never` outside of one.
    public private(set) var deadline = MonotonicTime.never

    /// A reader between two messages.
    public init() {}

    /// Lends the message.
    public func withMessage(_ use: (Span<UInt8>) -> Void) { use(bytes.span.extracting(first: count)) }

    /// Takes the next byte; true if a message is complete, which is then there until the next byte.
    public mutating func take(_ byte: UInt8, at now: MonotonicTime) -> Bool {
        switch byte {
        case 0xF0:
            giveUp()
            (phase, count) = (.inside, 0)
            keep(byte, at: now)
        case 0xF7:
            return end(at: now)
        // Real-time messages may stand within others.
        case 0xF8...0xFF: break
        // Any other status byte cuts the message off; the data after it belong to that status.
        case 0x80...0xF6:
            giveUp()
            phase = .skipping
        default:
            take(data: byte, at: now)
        }
        return false
    }

    /// Drops an unfinished message: its rest will not come, because input was lost or the device is gone. True if there was one.
    @discardableResult
    public mutating func forget() -> Bool {
        let wasInside = phase == .inside
        giveUp()
        phase = .between
        return wasInside
    }

    private mutating func take(data byte: UInt8, at now: MonotonicTime) {
        switch phase {
        case .inside where count < Self.capacity - 1: keep(byte, at: now)
        case .inside:
            giveUp()
            phase = .skipping
        case .between:
            // The beginning is missing: one broken message, however many bytes of it come.
            broken += 1
            phase = .skipping
        case .skipping: break
        }
    }

    private mutating func end(at now: MonotonicTime) -> Bool {
        defer { (phase, deadline) = (.between, .never) }
        switch phase {
        case .inside:
            keep(0xF7, at: now)
            return true
        case .between:
            broken += 1
            return false
        case .skipping: return false
        }
    }

    private mutating func keep(_ byte: UInt8, at now: MonotonicTime) {
        bytes[count] = byte
        count += 1
        deadline = now + Self.patience
    }

    /// Counts a message that was begun and not ended.
    private mutating func giveUp() {
        if phase == .inside { broken += 1 }
        deadline = .never
    }
}
