/// Distinguishes the jitter of a control at rest from a movement, by raw values as they are sent. Owned by the MIDI thread.
///
/// - At rest, a reading no more than `noise` from the last one accepted is jitter and changes nothing. If all readings at rest are within
///   `noise` of one another, as calibration measures it, none of them ever changes anything.
/// - A reading farther away begins a movement. From then on every reading is accepted, until a period of `rest` passes in which none is
///   farther than `noise` from where the period began. So a movement ends at its last reading.
/// - A reading at an end of the range is always accepted, so that the ends can be reached from wherever the control rests. This happens only
///   once: jitter does not lead away from an end again.
/// - A motor brings the control to rest where it was sent. Readings in the hold-off after that, with no finger felt and between the two
///   positions, come from the motor on its way. It may come to rest beside its goal; near that goal even a reading at an end is jitter.
///
/// Without noise only the last rule applies, to motors with touch sensors: some devices report where their motor is on its way (FaderPort
/// 8: Ardour libs/surfaces/faderport8). A slow motor has longer than the hold-off, as long as it comes closer to its goal.
struct NoiseGate {
    /// A control that stays within its noise for so long is at rest.
    static let rest = MonotonicTime.Interval.milliseconds(300)

    /// Even a slow motor arrives within this time.
    private static let longestTravel = MonotonicTime.Interval.milliseconds(1000)

    /// How many raw steps count as jitter; 0: none.
    let noise: Int32
    /// How far a motor may overshoot either end of its way, in raw steps.
    private let slack: Int32
    private let lowest: Int32
    private let highest: Int32
    private let travelTime: MonotonicTime.Interval

    /// The last reading that counts; −1: none yet.
    private var accepted: Int32 = -1
    /// Where the motor has been sent since; −1: nowhere.
    private var goal: Int32 = -1
    private var movingUntil = MonotonicTime.zero
    /// Readings within `noise` of it do not prolong the movement.
    private var anchor: Int32 = -1
    /// The motor may be on its way until then, between these positions.
    private var travelEnd = MonotonicTime.zero
    private var travelLow: Int32 = 0
    private var travelHigh: Int32 = 0
    /// It is certainly not on its way after that.
    private var travelLimit = MonotonicTime.zero

    init(noise: Int, range: RawRange, travelTime: MonotonicTime.Interval) {
        self.noise = Int32(truncatingIfNeeded: noise)
        lowest = Int32(range.lowest)
        highest = Int32(range.lowest + range.span)
        slack = noise > 0 ? Int32(truncatingIfNeeded: noise) : Int32(range.span / 128)
        self.travelTime = travelTime
    }

    var isUnknown: Bool { accepted < 0 }

    /// The control rests where it was sent, as if that had been read.
    mutating func rests(at sent: UInt32) { (accepted, goal) = (Int32(truncatingIfNeeded: sent), -1) }

    mutating func passes(_ sent: UInt32, isTouched: Bool, at now: MonotonicTime) -> Bool {
        let reading = min(max(Int32(truncatingIfNeeded: sent), lowest), highest)
        if now < travelEnd {
            if !isTouched, reading >= travelLow - slack, reading <= travelHigh + slack {
                if noise == 0, goal >= 0, abs(reading - goal) < abs(accepted - goal) {
                    travelEnd = max(travelEnd, min(now + travelTime, travelLimit))
                }
                accepted = reading
                return false
            }
            travelEnd = .zero
        }
        guard noise > 0 else {
            (accepted, goal) = (reading, -1)
            return true
        }
        if now < movingUntil {
            if !isNear(reading, anchor) { beginRest(at: reading, now) }
        } else {
            if isJitter(reading, isTouched: isTouched) { return false }
            beginRest(at: reading, now)
        }
        (accepted, goal) = (reading, -1)
        return true
    }

    private func isJitter(_ reading: Int32, isTouched: Bool) -> Bool {
        if goal >= 0, !isTouched { return isNear(reading, goal) || isNear(reading, accepted) }
        guard accepted >= 0, isNear(reading, accepted) else { return false }
        let isEnd = reading == lowest || reading == highest
        return !isEnd || reading == accepted
    }

    private func isNear(_ reading: Int32, _ place: Int32) -> Bool { abs(reading - place) <= noise }

    private mutating func beginRest(at reading: Int32, _ now: MonotonicTime) { (anchor, movingUntil) = (reading, now + Self.rest) }

    /// The motor was sent to a position, under a hand or not. A hand that has left has brought it to rest.
    mutating func sent(_ raw: UInt32, isHeld: Bool, at now: MonotonicTime) {
        let target = Int32(truncatingIfNeeded: raw)
        let isOnItsWay = now < travelEnd
        guard isOnItsWay || accepted < 0 || !isNear(target, accepted) else {
            if target != accepted { goal = target }
            if !isHeld { movingUntil = .zero }
            return
        }
        if !isOnItsWay { (travelLow, travelHigh) = accepted < 0 ? (lowest, highest) : (accepted, accepted) }
        (travelLow, travelHigh) = (min(travelLow, target), max(travelHigh, target))
        (accepted, goal) = (target, target)
        travelEnd = now + travelTime
        travelLimit = now + Self.longestTravel
        movingUntil = .zero
    }

    /// A hand is on the control, although its motor was on its way.
    mutating func handCame(at sent: UInt32, _ now: MonotonicTime) {
        (accepted, goal, travelEnd) = (Int32(truncatingIfNeeded: sent), -1, .zero)
        if noise > 0 { beginRest(at: accepted, now) }
    }

    mutating func forget() { (accepted, goal, movingUntil, travelEnd) = (-1, -1, .zero, .zero) }

    mutating func adopt(_ old: NoiseGate) {
        (accepted, goal, anchor, movingUntil) = (old.accepted, old.goal, old.anchor, old.movingUntil)
        (travelEnd, travelLow, travelHigh, travelLimit) = (old.travelEnd, old.travelLow, old.travelHigh, old.travelLimit)
    }
}
