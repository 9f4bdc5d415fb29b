/// Joins the pieces of system exclusive messages. Fixed memory, no allocation; owned by the MIDI thread.
///
/// A piece may begin and end anywhere and may hold several messages. A broken message is counted and dropped.
public struct SystemExclusiveReader {
    /// The most bytes of a message, from F0 to F7. Longer ones are skipped.
    public static let capacity = 1024
    /// A message is given up when none of its bytes has arrived for this long: five times what a DIN cable needs for the sequencer's
    /// longest piece, 256 bytes.
    public static let timeout = MonotonicTime.Interval.milliseconds(400)

    private enum Phase {
        case between
        case inside
        /// The rest of a broken message is being skipped.
        case skipping
    }

    private var bytes = InlineArray<1024, UInt8>(repeating: 0)
    private var phase = Phase.between
    /// How many bytes of the message have arrived; after `receive` returned true, the length of the whole message.
    public private(set) var count = 0
    /// How many messages arrived broken: cut off, too long, or without a beginning.
    public private(set) var broken: UInt64 = 0
    /// When an unfinished message is given up; `.never` outside a message.
    public private(set) var deadline = MonotonicTime.never

    public init() {}

    public func withMessage(_ use: (Span<UInt8>) -> Void) { use(bytes.span.extracting(first: count)) }

    /// Receives all data bytes that a piece begins with. Returns how many there are.
    public mutating func receive(dataOf piece: Span<UInt8>, at now: MonotonicTime) -> Int {
        var length = 0
        while length < piece.count, piece[length] < 0x80 { length += 1 }
        guard length > 0 else { return 0 }
        if phase == .inside, count + length < Self.capacity {
            for place in 0..<length { bytes[count + place] = piece[place] }
            count += length
            deadline = now + Self.timeout
        } else if phase == .inside {
            giveUp()
            phase = .skipping
        } else {
            receive(data: piece[0], at: now)
        }
        return length
    }

    /// Receives the next byte. Returns true if it completes a message, which is then available until the next byte.
    public mutating func receive(_ byte: UInt8, at now: MonotonicTime) -> Bool {
        switch byte {
        case 0xF0:
            giveUp()
            (phase, count) = (.inside, 0)
            keep(byte, at: now)
        case 0xF7:
            return end(at: now)
        // Real-time messages may come in the middle of others.
        case 0xF8...0xFF: break
        // Any other status byte cuts the message off; the data after it belongs to that status.
        case 0x80...0xF6:
            giveUp()
            phase = .skipping
        default:
            receive(data: byte, at: now)
        }
        return false
    }

    /// Drops an unfinished message whose rest will not come, because input was lost or the device is gone. Returns true if there was one.
    @discardableResult
    public mutating func forget() -> Bool {
        let wasInside = phase == .inside
        giveUp()
        phase = .between
        return wasInside
    }

    private mutating func receive(data byte: UInt8, at now: MonotonicTime) {
        switch phase {
        case .inside where count < Self.capacity - 1: keep(byte, at: now)
        case .inside:
            giveUp()
            phase = .skipping
        case .between:
            // The beginning is missing: this counts as one broken message, however many of its bytes follow.
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
        deadline = now + Self.timeout
    }

    /// Counts a message that began and did not end.
    private mutating func giveUp() {
        if phase == .inside { broken += 1 }
        deadline = .never
    }
}
