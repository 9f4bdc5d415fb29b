/// Distinguishes, for a motor fader without a touch sensor, the readings that its own motor causes from those that a hand causes. Positions
/// are raw values as the control sends them. Owned by the MIDI thread.
///
/// The rule:
///
/// - **A motor that was sent elsewhere is on its way** until it has been near its goal for a hold-off, or until it has reported nothing for a
///   hold-off (for a second, if it only reports where it comes to rest). Meanwhile a reading that comes closer to the goal, or is near it, is
///   the motor's and changes nothing, even if the motor comes to rest a little beside the goal. The first reading within a hold-off is the
///   motor's wherever it is, because a hand sends more than one. A reading that goes back, or is farther away than the motor can be, is a
///   hand's: the value follows it, and the way is over.
/// - **A motor that was sent to where a hand left it has no way to go**, so the next readings are a hand's. But a device may still report a
///   position beside that one. If that were answered, it would report the next, and the value would creep. So the value follows a reading
///   within a second of such an answer, but the reading is not answered: a motor that is sent nothing reports nothing, and a hand moves on. No
///   movement of a hand is lost, and the value creeps only once. A device that has never reported its motor is still answered, because some
///   faders otherwise snap back, but no more than twice in a row.
///
/// Nothing is noted when a motor is sent somewhere, so feedback costs nothing. Each reading is compared with what the indicator was sent last,
/// and when.
struct MotorWatch {
    struct Order {
        var goal: Int32
        var time: MonotonicTime
        /// The lowest and the highest of the places that it was sent to just before that.
        var lowest: Int32
        var highest: Int32
    }

    enum Mover {
        case motor, hand
        /// Nobody can tell. The value follows, but that is not answered at once.
        case either
    }

    /// A motor that only reports where it comes to rest does so within this time.
    private static let longestTravel = MonotonicTime.Interval.milliseconds(1000)
    /// How long a motor may go on after it was sent the other way.
    private static let turning = MonotonicTime.Interval.milliseconds(100)

    /// How far beside its goal a motor may rest, and how far it may go back.
    private let (near, back): (Int32, Int32)
    private let holdOff: MonotonicTime.Interval

    /// The last reading; −1: unknown.
    private var last = Int32(-1)
    /// Where it was last sent, with the ends of the way there.
    private var order = Order(goal: -1, time: .zero, lowest: 0, highest: 0)
    /// It is on its way until then; `.zero`: it is not.
    private var wayEnd = MonotonicTime.zero
    /// Nothing has been read since it was sent on its way, or where a hand had left it.
    private var isFirst = false
    /// When it was last read, or sent somewhere.
    private var lastHeard = MonotonicTime.zero
    /// How near to its goal it has come.
    private var nearest = Int32.max
    /// How far it has gone back. That counts only after `turnedUntil`.
    private var (backward, turnedUntil) = (Int32(0), MonotonicTime.zero)
    /// It has reported the movement of its motor.
    private var reports = false
    /// The last reading was a hand's.
    private var isInHand = false
    /// The order sent it to where a hand had left it, or moved it just then.
    private var (isAnswer, isOfMove) = (false, false)
    /// Answers in a row, each where a hand had left it, that were followed by a reading that may have been the motor's.
    private var doubts = 0
    /// How far from its goal it has come to rest; reset once that is reported.
    var beside: Int32 = 0

    init(_ spec: ControlSpec) {
        let span = Int32((spec.inputRange ?? RawRange(spec.input)).span)
        (near, back, holdOff) = (max(span / 16, 1), max(span / 32, 1), MonotonicTime.Interval(spec.holdOff))
    }

    private init(like old: MotorWatch) { (near, back, holdOff) = (old.near, old.back, old.holdOff) }

    /// `sent` is the last order. `isHeld`: it moves under a hand, and its moves may have been answered with their positions.
    mutating func mover(_ reading: Int32, _ sent: Order?, isHeld: Bool, at now: MonotonicTime) -> Mover {
        if let sent, sent.time != order.time || sent.goal != order.goal { begin(sent, isHeld: isHeld) }
        endWay(by: now)
        let isMotors = wayEnd != .zero && isOnItsWay(reading, at: now)
        let mover = isMotors ? .motor : hand(reading, at: now)
        (last, lastHeard, isFirst, isInHand) = (reading, now, false, !isMotors)
        return mover
    }

    /// Begins a way. If the motor is still on its way, that continues to the new goal, as in a fade.
    private mutating func begin(_ sent: Order, isHeld: Bool) {
        endWay(by: sent.time)
        let (before, isGoing) = (order, wayEnd != .zero)
        (order, lastHeard) = (sent, sent.time)
        (isAnswer, isOfMove) = (isHeld || isInHand && sent.goal == last, isHeld)
        if isAnswer || !isGoing { isFirst = true }
        guard !isAnswer else { return wayEnd = .zero }
        if !isGoing || (before.goal < last) != (sent.goal < last) { (backward, turnedUntil) = (0, sent.time + Self.turning) }
        if isGoing { lengthenWay(before.lowest, before.highest) }
        // Where it comes from is unknown at first.
        if last >= 0 { lengthenWay(last, last) }
        (wayEnd, nearest, doubts) = (sent.time + Self.longestTravel, .max, 0)
    }

    private mutating func lengthenWay(_ low: Int32, _ high: Int32) {
        (order.lowest, order.highest) = (min(order.lowest, low), max(order.highest, high))
    }

    private mutating func endWay(by time: MonotonicTime) {
        guard wayEnd != .zero, wayEnd <= time else { return }
        wayEnd = .zero
        if !isFirst, time.isMore(than: holdOff, after: lastHeard) { beside = abs(last - order.goal) }
    }

    /// Whether a reading is of the motor on its way. If not, the way is over.
    private mutating func isOnItsWay(_ reading: Int32, at now: MonotonicTime) -> Bool {
        let distance = abs(reading - order.goal)
        let isPaused = now.isMore(than: holdOff, after: lastHeard)
        if distance <= near {
            // A slow motor goes on as long as it comes closer.
            if distance < nearest { (nearest, wayEnd) = (distance, now + holdOff) }
        } else if !isPaused, isFirst || isLeading(reading, distance, at: now) {
            lengthenWay(reading, reading)
            wayEnd = max(wayEnd, now + holdOff)
        } else {
            wayEnd = .zero
            return false
        }
        reports = true
        return true
    }

    private mutating func isLeading(_ reading: Int32, _ distance: Int32, at now: MonotonicTime) -> Bool {
        guard reading >= order.lowest - near, reading <= order.highest + near else { return false }
        if distance < abs(last - order.goal) {
            backward = 0
        } else if now > turnedUntil {
            backward += abs(reading - last)
        }
        return backward <= back
    }

    /// What caused a reading that is not of a motor on its way: certainly a hand, or either.
    private mutating func hand(_ reading: Int32, at now: MonotonicTime) -> Mover {
        guard isAnswer, isFirst || abs(reading - order.goal) <= near, !now.isMore(than: Self.longestTravel, after: order.time),
            reports || !isOfMove
        else {
            doubts = 0
            return .hand
        }
        if isFirst, !isOfMove { doubts += 1 }
        return reports ? .either : .hand
    }

    /// Returns whether the motor has to be sent that position.
    mutating func mustAnswer() -> Bool {
        guard doubts > (reports ? 0 : 2) else { return true }
        (doubts, isAnswer) = (0, false)
        return false
    }

    mutating func excuse() { (last, wayEnd, isInHand) = (-1, .zero, false) }

    /// Forgets everything: the device is gone or new, or the control was borrowed.
    mutating func forget() { self = MotorWatch(like: self) }

    mutating func adopt(_ old: MotorWatch) {
        guard near == old.near, holdOff == old.holdOff else { return }
        self = old
    }
}
