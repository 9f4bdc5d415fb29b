/// Notices a feedback loop: a control's positions come back to it through a cable, a patch between two surfaces, or a device that echoes.
/// Several positions then follow each other round the loop forever, each causing the next.
///
/// A loop is recognized when one position comes back each time after the same number of others. A hand or an oscillator can do that too, so
/// nothing is dropped: feedback only waits briefly and is then just the newest position, which ends any loop.
struct LoopWatch {
    /// A pause this long ends a known loop: longer than any `pause` plus the way around.
    private static let knownMaximumGap = MonotonicTime.Interval.milliseconds(1000)
    /// Until a loop is certain, its movements must follow each other within this time. Fingers on a button are seldom so fast.
    private static let maximumGap = MonotonicTime.Interval.milliseconds(150)
    /// How long feedback pauses. It grows as the loop goes on, until the whole loop fits within one pause.
    var pause: MonotonicTime.Interval { .milliseconds(20 << UInt64(min(max(rounds - Self.roundsToKnow, 0), 5))) }
    /// How many rounds of the same length make it certain that this is a loop.
    private static let roundsToKnow = 16

    private var anchor: UInt32 = 0
    private var age = 0
    private var length = 0
    private var rounds = 0
    private var (lowest, highest) = (UInt32(0), UInt32(0))
    private var last = MonotonicTime.zero

    @inline(__always)
    mutating func isInLoop(_ raw: UInt32, longest: Int, at now: MonotonicTime) -> Bool {
        if rounds > 0 { return isReturning(raw, longest: longest, at: now) }
        if now.isMore(than: Self.maximumGap, after: last) { age = 0 }
        last = now
        if age == 0 {
            start(raw)
        } else if raw == anchor {
            beginRounds(raw)
        } else if age >= longest {
            start(raw)
        } else {
            age += 1
        }
        return false
    }

    /// Whether this is a loop, once the anchor has come back.
    @inline(never)
    private mutating func isReturning(_ raw: UInt32, longest: Int, at now: MonotonicTime) -> Bool {
        let isKnown = rounds >= Self.roundsToKnow
        let isLate = now.isMore(than: isKnown ? Self.knownMaximumGap : Self.maximumGap, after: last)
        last = now
        if isLate {
            start(raw)
        } else if raw == anchor, age == length {
            rounds += 1
            age = 1
        } else if raw == anchor {
            beginRounds(raw)
        } else if age >= longest || isKnown && (age >= length || raw < lowest || raw > highest) {
            // The anchor did not come back when it should have, or the position was never part of the loop: a hand is there.
            start(raw)
        } else {
            (lowest, highest) = (min(lowest, raw), max(highest, raw))
            age += 1
        }
        return rounds >= Self.roundsToKnow
    }

    private mutating func beginRounds(_ raw: UInt32) {
        length = age
        rounds = 1
        age = 1
        (lowest, highest) = (raw, raw)
    }

    private mutating func start(_ raw: UInt32) {
        anchor = raw
        age = 1
        length = 0
        rounds = 0
    }
}
