internal import FaderValues

/// A motor that glides to where it goes, on a surface with a `motor-time`. Positions are offsets within the range of its indicator. Owned by
/// the MIDI thread.
///
/// - A jump takes its part of the time that the surface gives the whole travel.
/// - A step, close to the position before it and soon after it, is part of one movement: the motor takes as long as the step before took to
///   come, or as long as a jump would take, but no more than 150 ms. So it moves evenly between the steps of a target, and is never late.
/// - Where a motor is when its device comes is unknown. It is taken to be at the bottom, where most devices bring their motors when they are
///   switched on, and goes quietly: at most at a second for the whole travel.
struct MotorGlide {
    /// How often motors are sent on, and the shortest glide: what takes no longer is sent at once.
    static let tick = MonotonicTime.Interval.milliseconds(20)
    /// With the two ticks that a heavy motor may wait, 150 ms.
    private static let longestLag = MonotonicTime.Interval.milliseconds(110)
    private static let quiet = MonotonicTime.Interval.milliseconds(1000)
    /// A position this long after the one before is a jump, however close it is.
    private static let pause = MonotonicTime.Interval.milliseconds(250)
    /// How long a motor may go on after it was sent the other way.
    private static let turning = MonotonicTime.Interval.milliseconds(100)

    let control: ControlIndex
    /// Zero: it glides only when it goes quietly.
    let travelTime: MonotonicTime.Interval
    /// Its positions take four messages each, so it is moved only at every second tick.
    let isHeavy: Bool
    private let span: Double

    /// Where the motor is, as far as is known; −1: unknown.
    private(set) var place = Int32(-1)
    private(set) var isActive = false
    /// It goes no faster than at a second for the whole travel, until it has arrived.
    var isQuiet = false
    /// Where it goes, and for which parameter; −1 for none.
    private(set) var (goal, parameter) = (Int32(-1), Int32(-1))
    private var goalTime = MonotonicTime.zero
    private var from = 0.0
    private var start = MonotonicTime.zero
    /// Where it was last sent, and when; another goal leads on from there, however often it changes.
    private var (last, lastTime) = (0.0, MonotonicTime.zero)
    private var length = MonotonicTime.Interval.milliseconds(0)
    /// When this was last asked. If the indicator shows something else, a hand has moved it.
    private var shown = -1
    /// The last report against which a hand is recognized; −1: it may be on its way from anywhere.
    private var reported = Int32(-1)
    private var (backward, turnedUntil) = (Int32(0), MonotonicTime.zero)

    init(_ control: ControlIndex, travelTime: MonotonicTime.Interval, span: UInt32, isHeavy: Bool) {
        (self.control, self.travelTime, self.isHeavy, self.span) = (control, travelTime, isHeavy, Double(span))
    }

    /// Returns false if the motor has to be sent there at once. `parameter` is −1 for none, `shown` −1 if unknown.
    mutating func go(to goal: Int32, for parameter: Int32, shown: Int, at now: MonotonicTime) -> Bool {
        let isGoing = isActive && (shown < 0 || shown == self.shown)
        let here = isGoing ? last : whereabouts(shown)
        let isSame = parameter == self.parameter && self.goal >= 0 && !now.isMore(than: Self.pause, after: goalTime)
        let isStep = isSame && goal != self.goal && Double(abs(goal - self.goal)) <= span / 4
        let sinceStep = now.interval(since: goalTime)
        let isTurned = isActive && (Double(self.goal) < here) != (Double(goal) < here)
        if !isActive || isTurned { (backward, turnedUntil) = (0, isTurned ? now + Self.turning : now) }
        if !isActive { reported = place < 0 && shown < 0 ? -1 : Int32(here.rounded()) }
        (self.goal, self.parameter, goalTime) = (goal, parameter, now)
        (from, start, self.shown) = (here, isGoing ? lastTime : now, shown)
        (last, lastTime) = (from, start)
        length = time(for: abs(Double(goal) - here))
        // A fade has steps enough of its own.
        let pace = Self.tick.doubled(1) < sinceStep ? sinceStep : .milliseconds(0)
        if isStep, !isQuiet { length = min(max(length, pace), Self.longestLag) }
        isActive = length > Self.tick
        return isActive
    }

    private func time(for distance: Double) -> MonotonicTime.Interval {
        let whole = isQuiet ? max(travelTime, Self.quiet) : travelTime
        return MonotonicTime.Interval(nanoseconds: UInt64(Double(whole.nanoseconds) * distance / span))
    }

    /// Where a motor at rest is. Where nothing is known, it goes quietly from the bottom.
    private mutating func whereabouts(_ shown: Int) -> Double {
        if shown >= 0 { return Double(shown) }
        if place >= 0 { return Double(place) }
        isQuiet = true
        return 0
    }

    private func position(at now: MonotonicTime) -> Double {
        let elapsed = now.interval(since: start)
        guard elapsed < length else { return Double(goal) }
        return from + (Double(goal) - from) * Double(elapsed.nanoseconds) / Double(length.nanoseconds)
    }

    func raw(at now: MonotonicTime) -> UInt32 { UInt32(position(at: now).rounded()) }

    func isDisturbed(_ shown: Int) -> Bool { shown >= 0 && shown != self.shown }

    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        (place, shown) = (Int32(truncatingIfNeeded: raw), Int(raw))
        (last, lastTime) = (Double(raw), now)
        if place == goal { (isActive, isQuiet) = (false, false) }
    }

    /// A motor that a hand has stopped need not go quietly any longer.
    mutating func stop(byHand: Bool) {
        isActive = false
        if byHand { isQuiet = false }
    }

    /// The motor is at a place to which it was not sent.
    mutating func rests(at place: Int) { self.place = Int32(truncatingIfNeeded: min(max(place, 0), Int(span))) }

    /// Whether a report does not come from its motor on the way: it goes back.
    mutating func isOpposed(by report: Int32, at now: MonotonicTime) -> Bool {
        guard isActive else { return false }
        guard reported >= 0 else {
            // It came from an unknown place, and has been met now.
            if abs(Double(report) - position(at: now)) <= span / 16 { reported = report }
            return false
        }
        let advance = Double(goal) >= from ? report - reported : reported - report
        reported = report
        guard now >= turnedUntil else { return false }
        backward = advance > 0 ? 0 : backward - advance
        return Double(backward) > span / 32
    }

    mutating func forget() { self = MotorGlide(control, travelTime: travelTime, span: UInt32(span), isHeavy: isHeavy) }

    mutating func adopt(_ old: MotorGlide) {
        guard span == old.span else { return }
        (place, isQuiet, goal, goalTime) = (old.place, old.isQuiet, old.goal, old.goalTime)
        (isActive, from, start, length, shown) = (old.isActive, old.from, old.start, old.length, old.shown)
        (last, lastTime) = (old.last, old.lastTime)
        (reported, backward, turnedUntil) = (old.reported, old.backward, old.turnedUntil)
    }
}
