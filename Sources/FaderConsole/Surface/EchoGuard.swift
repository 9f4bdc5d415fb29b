/// Recognises positions just sent that a device, or a cable from our output to our input, sends back.
///
/// Remembers the last positions sent to one control, for a moment. Echoes come in the order of the sending, so one that matches
/// takes the older ones with it; anything else coming in means a hand is there, and all is forgotten.
struct EchoGuard {
    /// Longer than any USB or DIN round trip, shorter than a hand comes back to a place on purpose.
    static let memory = MonotonicTime.Interval.milliseconds(200)
    /// More than are on their way at once: 20 ms of a fader at its fastest, or a burst of values set by a program.
    private static let capacity = 64

    /// A ring: the oldest of `count` is at `first`. No raw value is above 16383.
    private var raws = InlineArray<64, UInt16>(repeating: 0)
    private var first = 0
    private var count = 0
    private var lastSent = MonotonicTime.zero

    /// Remembers a position sent.
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        if now > lastSent + Self.memory { count = 0 }
        if count == Self.capacity { dropOldest(1) }
        raws[(first + count) % Self.capacity] = UInt16(truncatingIfNeeded: raw)
        count += 1
        lastSent = now
    }

    /// Whether a position coming in is an echo.
    mutating func isEcho(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        guard count > 0, now <= lastSent + Self.memory else { return false }
        for place in 0..<count where raws[(first + place) % Self.capacity] == UInt16(truncatingIfNeeded: raw) {
            dropOldest(place + 1)
            return true
        }
        count = 0
        return false
    }

    private mutating func dropOldest(_ dropped: Int) {
        first = (first + dropped) % Self.capacity
        count -= dropped
    }
}
