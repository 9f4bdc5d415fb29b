/// Recognizes positions just sent that a device, or a cable from our output to our input, sends back.
///
/// Remembers the last positions sent to one control for a short time. Echoes come in the order of sending, so one that matches takes the
/// older ones with it. Any other input means that a hand is there, and everything is forgotten.
///
/// A press that matches what its lamp was just sent may be a hand's, and must not be lost: the device's habit decides. A device that sends
/// nothing back is `silent` until it has sent back several in a row, and again when a press taken for an echo is followed by a release that
/// matches nothing sent: that was a hand.
struct EchoGuard {
    enum Habit { case unknown, silent, echoing }

    /// Longer than any USB or DIN round trip, shorter than a hand takes to return to a position on purpose.
    static let memory = MonotonicTime.Interval.milliseconds(200)
    /// The time for a button that is pressed again soon, and whose lamp changes meanwhile: longer than most round trips, shorter than a
    /// hand takes between two presses.
    static let promptMemory = MonotonicTime.Interval.milliseconds(50)
    /// More than are in transit at once: 20 ms of a fader at its fastest, or a burst of values set by a program. A power of two.
    private static let capacity = 64

    /// A ring buffer: the oldest of `count` is at `first`. No raw value is above 16383.
    private var raws = InlineArray<64, UInt16>(repeating: 0)
    private var first = 0
    private var count = 0
    private(set) var lastSent = MonotonicTime.zero
    /// What is known of the device since it was connected.
    private(set) var habit = Habit.unknown
    /// Presses, or positions, in a row that matched what had just been sent.
    private var matches = 0
    /// Input was lost, which may have included the missing echoes.
    private var isExcused = false
    /// A press that was certainly a hand's, and a press that matched what had just been sent, whose release has not come yet.
    private var (isDown, pressMatched) = (false, false)
    /// After this many matches in a row, the device is known to send back what it is sent.
    private static let matchesUntilKnown = 4

    @inline(__always)
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        giveUp(at: now)
        // Once all places are taken, this is the place of the oldest.
        raws[Self.wrapped(first &+ count)] = UInt16(truncatingIfNeeded: raw)
        if count < Self.capacity { count &+= 1 } else { first = Self.wrapped(first &+ 1) }
        lastSent = now
    }

    mutating func isEcho(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        giveUp(at: now)
        for place in 0..<count where raws[Self.wrapped(first &+ place)] == UInt16(truncatingIfNeeded: raw) {
            dropOldest(place + 1)
            return true
        }
        if count > 0 { matches = 0 }
        count = 0
        return false
    }

    /// The lowest and the highest of what is still expected back, or was when the last one was sent.
    var bounds: (lowest: UInt32, highest: UInt32)? {
        guard count > 0 else { return nil }
        var (lowest, highest) = (UInt16.max, UInt16.min)
        for place in 0..<count {
            let raw = raws[Self.wrapped(first &+ place)]
            (lowest, highest) = (min(lowest, raw), max(highest, raw))
        }
        return (UInt32(lowest), UInt32(highest))
    }

    /// A position that matches one just sent is a hand's after all if the device sends nothing back. If that happens again and again, it
    /// does send positions back now.
    mutating func isHand() -> Bool {
        guard habit == .silent else { return false }
        matches += 1
        if matches >= Self.matchesUntilKnown { habit = .echoing }
        return habit == .silent
    }

    /// Whether a press or release is the echo of what a lamp was sent.
    ///
    /// - Parameters:
    ///   - mayEcho: Whether a device of this kind may send echoes, while nothing is known about it.
    ///   - memory: What comes later after the last message sent is a hand's.
    mutating func isEcho(_ raw: UInt32, isPress: Bool, mayEcho: Bool, within memory: MonotonicTime.Interval = memory, at now: MonotonicTime)
        -> Bool
    {
        giveUp(at: now)
        guard !now.isMore(than: memory, after: lastSent), isEcho(raw, at: now) else {
            if !isPress, pressMatched, !isDown { (habit, matches) = (.silent, 0) }
            (isDown, pressMatched) = (isPress, isPress && pressMatched)
            return false
        }
        pressMatched = isPress
        if isPress {
            matches += 1
            if matches >= Self.matchesUntilKnown { habit = .echoing }
        }
        return habit == .echoing || (habit == .unknown && mayEcho)
    }

    /// What was sent is no longer expected back. The device's habit stays known.
    mutating func forget() { count = 0 }

    /// Input was lost, so missing echoes prove nothing.
    mutating func excuse() { isExcused = count > 0 }

    mutating func forgetHabit() { (habit, matches) = (.unknown, 0) }

    /// Stops expecting: whatever has not come back by now will not.
    @inline(__always)
    private mutating func giveUp(at now: MonotonicTime) {
        guard count > 0, now.isMore(than: Self.memory, after: lastSent) else { return }
        count = 0
        if !isExcused { (habit, matches) = (.silent, 0) }
        isExcused = false
    }

    private mutating func dropOldest(_ dropped: Int) {
        first = Self.wrapped(first &+ dropped)
        count -= dropped
    }

    @inline(__always)
    private static func wrapped(_ place: Int) -> Int { place & (capacity - 1) }
}
