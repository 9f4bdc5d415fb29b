/// Recognises positions just sent that a device, or a cable from our output to our input, sends back.
///
/// Remembers the last positions sent to one control, for a moment. Echoes come in the order of the sending, so one that matches
/// takes the older ones with it; anything else coming in means a hand is there, and all is forgotten.
///
/// A press that looks like what its lamp was just sent may be a hand's, and must not be lost: what the device did before tells. One that
/// sends nothing back stays `silent` until it has sent back several in a row, and is it again once a press taken for an echo is followed by a
/// release that nothing asked for: that was a hand.
struct EchoGuard {
    /// Whether a device sends back what it is sent, as far as is known.
    enum Habit { case unknown, silent, echoing }

    /// Longer than any USB or DIN round trip, shorter than a hand comes back to a place on purpose.
    static let memory = MonotonicTime.Interval.milliseconds(200)
    /// More than are on their way at once: 20 ms of a fader at its fastest, or a burst of values set by a program.
    private static let capacity = 64

    /// A ring: the oldest of `count` is at `first`. No raw value is above 16383.
    private var raws = InlineArray<64, UInt16>(repeating: 0)
    private var first = 0
    private var count = 0
    private var lastSent = MonotonicTime.zero
    /// As far as is known since the device was connected.
    private(set) var habit = Habit.unknown
    /// How many presses in a row were what had just been sent.
    private var likenesses = 0
    /// Input was lost, which may have had the echoes that are missing.
    private var isExcused = false
    /// A hand's press for sure, and a press that was what had just been sent, of which the release has not come yet.
    private var (isDown, wasLike) = (false, false)
    /// So many are no coincidence.
    private static let certainty = 4

    /// Remembers a position sent.
    @inline(__always)
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        giveUp(at: now)
        if count == Self.capacity { dropOldest(1) }
        raws[(first + count) % Self.capacity] = UInt16(truncatingIfNeeded: raw)
        count += 1
        lastSent = now
    }

    /// Whether a position coming in is an echo.
    mutating func isEcho(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        giveUp(at: now)
        for place in 0..<count where raws[(first + place) % Self.capacity] == UInt16(truncatingIfNeeded: raw) {
            dropOldest(place + 1)
            return true
        }
        if count > 0 { likenesses = 0 }
        count = 0
        return false
    }

    /// Whether a press or release coming in is the echo of what a lamp was sent.
    ///
    /// - Parameter mayEcho: What is taken for an echo while nothing is known of the device: true where a device of its kind may send one.
    mutating func isEcho(_ raw: UInt32, isPress: Bool, mayEcho: Bool, at now: MonotonicTime) -> Bool {
        guard isEcho(raw, at: now) else {
            if !isPress, wasLike, !isDown { (habit, likenesses) = (.silent, 0) }
            (isDown, wasLike) = (isPress, isPress && wasLike)
            return false
        }
        wasLike = isPress
        if isPress {
            likenesses += 1
            if likenesses >= Self.certainty { habit = .echoing }
        }
        return habit == .echoing || (habit == .unknown && mayEcho)
    }

    /// What was sent is not expected back any more; what the device does with its echoes stays known.
    mutating func forget() { count = 0 }

    /// Input was lost: that nothing came back means nothing.
    mutating func excuse() { isExcused = count > 0 }

    /// The device may do otherwise from now on.
    mutating func forgetHabit() { (habit, likenesses) = (.unknown, 0) }

    /// What has not come back by now will not.
    @inline(__always)
    private mutating func giveUp(at now: MonotonicTime) {
        guard count > 0, now > lastSent + Self.memory else { return }
        count = 0
        if !isExcused { (habit, likenesses) = (.silent, 0) }
        isExcused = false
    }

    private mutating func dropOldest(_ dropped: Int) {
        first = (first + dropped) % Self.capacity
        count -= dropped
    }
}
