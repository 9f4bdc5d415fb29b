/// Tells what a motor fader without a touch sensor reports of its own motor from what a hand does. Positions are raw values as the control
/// sends them. Owned by the MIDI thread.
///
/// Nothing is noted when a motor is sent somewhere. Each reading is compared with what the indicator was sent last, and when: feedback
/// costs nothing.
///
/// - A motor that was sent away from where it was reports its way, or only where it comes to rest, or nothing. Readings that lead to its
///   goal, or are near it, are the motor's. A hand goes elsewhere: back, past the goal, or on after the motor has come to rest.
/// - A motor that was sent where it already is may answer beside that. How far beside is known from the times when it had to move.
/// - A motor that comes to rest far from its goal is sent there once more. If it does that again, that is how this device answers.
/// - What the motor reports changes no value, and nothing is sent because of it, so nothing can go round.
/// - Nobody can tell a prompt answer to a hand's own move from the hand's next step. So the value follows it, and nothing of a hand is lost,
///   but it is not answered: the motor is there already. It is sent there once when all is quiet, and what it answers then is its own.
struct MotorWatch {
    /// Where a motor was sent, and when.
    struct Order {
        var goal: Int32
        var time: MonotonicTime
        /// The ends of all that it was sent just before that.
        var lowest: Int32
        var highest: Int32
    }

    /// What moved a control.
    enum Mover {
        case motor, hand
        /// The value follows, but it is not answered yet.
        case either
    }

    /// Where a motor has come to rest.
    enum Rest: Equatable {
        case atGoal
        /// As far from its goal as this device's motor does, in raw steps.
        case beside(Int32)
        /// So far from its goal that it has to be sent there once more.
        case elsewhere
        /// The value may have followed it: it has not been sent there yet.
        case unanswered
    }

    /// A motor that has to move, and only reports where it comes to rest, does so within this time.
    private static let longestTravel = MonotonicTime.Interval.milliseconds(1000)
    /// How long a motor may swing near its goal, and after an answer that was no movement.
    private static let (swing, shortSwing) = (MonotonicTime.Interval.milliseconds(300), MonotonicTime.Interval.milliseconds(50))
    /// How long a motor may go on after it was sent the other way.
    private static let turning = MonotonicTime.Interval.milliseconds(100)
    /// A hand that moves on does so within this time.
    private static let calm = MonotonicTime.Interval.milliseconds(100)
    /// An answer that comes so soon is seldom a hand's.
    private static let prompt = MonotonicTime.Interval.milliseconds(30)
    /// How much longer than the last time an answer may take.
    private static let delay = MonotonicTime.Interval.milliseconds(15)

    /// How far beside its goal a motor may rest, and how far it may go back on its way; and the jitter at rest.
    private let (near, back, noise): (Int32, Int32, Int32)
    /// Readings farther apart than this are not of one movement.
    private let pause: MonotonicTime.Interval

    /// The last reading, and the one from which it was sent away; −1: unknown.
    private var (last, start) = (Int32(-1), Int32(-1))
    /// Where it was sent last; −1: nowhere. A device that has never reported anything is taken to have gone there.
    private var sent = Int32(-1)
    /// It has never reported anything, though it was sent somewhere before.
    private var isSilent = false
    /// The order that is being answered.
    private var (goal, time) = (Int32(-1), MonotonicTime.zero)
    private var (low, high) = (Int32(0), Int32(0))
    /// It had to move.
    private var isAway = false
    /// A hand has taken the control since.
    private var isOver = true
    /// How many readings were the motor's, and when the last of them came, and the first near the goal.
    private var reports = 0
    private var (lastReport, nearSince) = (MonotonicTime.zero, MonotonicTime.never)
    /// How far it has gone back, which counts after this time.
    private var backward: Int32 = 0
    private var turnedUntil = MonotonicTime.zero
    /// It rests elsewhere, and was sent to the same goal again.
    private var isSentAgain = false
    /// The value has followed readings since the order that may have been its answer.
    private var isFollowed = false
    /// So many readings after this order are the motor's if they may be: as many as the value followed before.
    private var allowed = 0

    /// How far beside its goal it usually rests, at most.
    private var spread: Int32 = 0
    /// How long its first answer took, this time and the last time that it came to rest.
    private var (firstTook, answerTime) = (MonotonicTime.Interval.milliseconds(0), MonotonicTime.Interval.milliseconds(0))
    /// It is known to report something when it is sent somewhere.
    private var answers = false
    /// How many orders in a row had no answer, of those to move and of the others.
    private var (silences, quiet) = (0, 0)

    /// When it has come to rest if it reports nothing more; `.never` if it is not on its way.
    private(set) var deadline = MonotonicTime.never

    init(_ spec: ControlSpec) {
        let range = spec.inputRange ?? RawRange(spec.input)
        near = max(Int32(range.span / 16), 1)
        back = max(Int32(range.span / 32), 1)
        noise = Int32(truncatingIfNeeded: spec.noise)
        pause = MonotonicTime.Interval(spec.holdOff)
    }

    /// Who caused a reading.
    ///
    /// - Parameters:
    ///   - order: The last order; nil if there was none.
    ///   - isHeld: It moves under a hand, and its moves may have been answered with their positions.
    mutating func mover(_ reading: Int32, _ order: Order?, isHeld: Bool, at now: MonotonicTime) -> Mover {
        if let order, order.time != time || order.goal != goal { begin(order, isHeld: isHeld) }
        let mover = isOver ? .hand : isHeld ? answerer(reading, isHeld: true, at: now) : reporter(reading, at: now)
        switch mover {
        case .motor: note(reading, at: now)
        case .either:
            if reports == 0 { firstTook = now.interval(since: time) }
            (isFollowed, reports, lastReport, deadline) = (true, reports + 1, now, now + Self.calm)
        case .hand:
            (isSentAgain, isFollowed, allowed, deadline) = (false, false, 0, .never)
            if !isHeld { isOver = true }
        }
        last = reading
        return mover
    }

    /// A new order. Readings of one movement go on under the next order, as in a fade.
    private mutating func begin(_ order: Order, isHeld: Bool) {
        let isGoing = deadline != .never && isAway && !isHeld && !isFollowed
        if deadline != .never, !isFollowed, abs(last - goal) <= reach { learn(abs(last - goal)) }
        if isFollowed { (isFollowed, allowed) = (false, reports) }
        let turns = last >= 0 && (goal < start) != (order.goal < last)
        if !isGoing || turns { (backward, turnedUntil) = (0, order.time + Self.turning) }
        if !isGoing { (reports, deadline) = (0, .never) }
        if order.goal != goal { isSentAgain = false }
        (low, high) = (min(order.lowest, order.goal), max(order.highest, order.goal))
        // Where it comes from is unknown at first.
        let from = last >= 0 ? last : sent >= 0 ? sent : order.lowest != order.highest ? order.lowest : -1
        (low, high) = from < 0 ? (0, .max / 2) : (min(low, from), max(high, from))
        (isSilent, sent) = (last < 0 && from >= 0, order.goal)
        isAway = last < 0 || isGoing || abs(order.goal - last) > spread
        (goal, time, start, isOver, nearSince) = (order.goal, order.time, last, false, .never)
    }

    /// How far from its goal a motor may come to rest.
    private var reach: Int32 { max(near, spread) }

    private mutating func reporter(_ reading: Int32, at now: MonotonicTime) -> Mover {
        guard isOpen(at: now) else {
            // Whatever rests beside its goal may say so again.
            if reports > 0, last >= 0, abs(reading - last) <= noise { return .motor }
            if reports == 0 {
                if isAway, last >= 0 { silences += 1 } else { quiet += 1 }
            }
            return .hand
        }
        guard isAway else { return answerer(reading, isHeld: false, at: now) }
        let isMotor = isHeard || isSoon(at: now) && abs(reading - goal) <= near
        return isMotor && isOnItsWay(reading, at: now) ? .motor : .hand
    }

    /// It has not stopped answering, as far as is known.
    private var isHeard: Bool { silences < (answers ? 4 : 2) }

    private func isOpen(at now: MonotonicTime) -> Bool {
        if reports == 0 || answers && isOnTime(now) { return !now.isMore(than: Self.longestTravel, after: time) }
        return !now.isMore(than: pause, after: lastReport) && (nearSince == .never || !now.isMore(than: Self.swing, after: nearSince))
    }

    private mutating func isOnItsWay(_ reading: Int32, at now: MonotonicTime) -> Bool {
        // The first reading is the motor's wherever it is: a hand sends more than one. If it comes late, it has to be near the goal.
        if reports == 0, !isSilent { return abs(reading - goal) <= reach || !now.isMore(than: pause, after: time) }
        guard reading >= low - reach, reading <= high + reach else { return false }
        if reports == 0 { return abs(reading - goal) <= reach || !now.isMore(than: pause, after: time) }
        let moved = reading - last
        if abs(reading - goal) <= back || moved != 0 && (moved > 0) == (goal > start) {
            backward = 0
        } else if now > turnedUntil {
            backward += abs(moved)
        }
        return backward <= back
    }

    /// Who caused a reading after an order that needed no movement.
    private mutating func answerer(_ reading: Int32, isHeld: Bool, at now: MonotonicTime) -> Mover {
        let (distance, isFirst) = (abs(reading - goal), reports == 0)
        let isNear = distance <= near && isSoon(at: now)
        let isInTime = isSoon(at: now) || isFirst && now <= time + EchoGuard.memory
        let isUsual = answers && quiet < 2 && distance <= usual && isInTime
        let isLikely = !isHeld && (distance == 0 || isNear && (spread > 0 || isFirst && quiet == 0 && !answers))
        if isHeard && (isUsual || isLikely) || isNear && allowed > 0 && reports < allowed + Int(abs(goal - start)) {
            if isFirst, !isHeld { quiet = 0 }
            return .motor
        }
        if isNear, isFirst || !now.isMore(than: Self.swing, after: time + firstTook) { return .either }
        if isFirst, !isHeld { quiet += 1 }
        // If the next one takes as long, it may be an answer.
        if isFirst, distance <= near, !(answers && isHeard) { answerTime = now.interval(since: time) }
        return .hand
    }

    /// How far from its goal it may rest this time.
    private var usual: Int32 { spread + spread / 2 }

    /// When its first answer comes at the latest, if it takes about as long as the last time.
    private var usualAnswer: MonotonicTime { time + answerTime + Self.delay }

    /// Whether a reading comes as soon after the order, or after the last reading, as an answer would.
    private func isSoon(at now: MonotonicTime) -> Bool {
        if isOnTime(now) { return true }
        return now <= (reports > 0 ? lastReport + Self.shortSwing : answers ? max(time + Self.prompt, usualAnswer) : time + Self.prompt)
    }

    /// Whether this is when its first answer comes. One to an earlier order may have come already.
    private func isOnTime(_ now: MonotonicTime) -> Bool { now <= usualAnswer && now + Self.delay >= time + answerTime }

    private mutating func note(_ reading: Int32, at now: MonotonicTime) {
        let isFirst = reports == 0
        if isFirst { firstTook = now.interval(since: time) }
        // Far from where it was, and not on its way: this is where it rests.
        if isFirst, answers, isOnTime(now), abs(reading - goal) <= near, abs(start - goal) > 2 * near { spread = max(spread, abs(reading - goal)) }
        if start < 0 { start = reading }
        (reports, lastReport, silences) = (reports + 1, now, 0)
        if abs(reading - goal) <= reach, nearSince == .never { nearSince = now }
        deadline = now + pause
    }

    /// Notes where it has come to rest. To be called at `deadline`, with the last order.
    mutating func rest(_ order: Order?) -> Rest {
        deadline = .never
        if isFollowed { return .unanswered }
        let distance = abs(last - goal)
        guard let order, order.time == time, order.goal == goal else { return .atGoal }
        if distance <= reach {
            isSentAgain = false
            learn(distance)
            return distance == 0 ? .atGoal : .beside(distance)
        }
        guard isSentAgain else {
            isSentAgain = true
            return .elsewhere
        }
        if reports <= 2 { (spread, answers) = (distance, true) }
        return .beside(distance)
    }

    /// A device may rest farther from its goal at some places than at others.
    private mutating func learn(_ distance: Int32) {
        (spread, answers) = (max(distance, (spread + 1) / 2), true)
        if isAway { answerTime = firstTook }
    }

    /// Input was lost: where the motor is, is unknown, and what is missing proves nothing.
    mutating func excuse() {
        (last, sent, deadline) = (-1, -1, .never)
        if !isFollowed { reports = 0 }
    }

    /// The device is gone or new, or the control was lent: nothing is known about it.
    mutating func forget() {
        (last, sent, goal, time, isOver, reports, deadline) = (-1, -1, -1, .zero, true, 0, .never)
        (spread, answers, silences, quiet, isSentAgain) = (0, false, 0, 0, false)
        (isFollowed, allowed, answerTime, firstTook) = (false, 0, .milliseconds(0), .milliseconds(0))
    }

    /// Takes over what was known about the same control in an earlier configuration.
    mutating func adopt(_ old: MotorWatch) {
        guard near == old.near else { return }
        (last, sent, isSilent, spread, answers, answerTime) = (old.last, old.sent, old.isSilent, old.spread, old.answers, old.answerTime)
        (silences, quiet, isSentAgain, isFollowed, allowed) = (old.silences, old.quiet, old.isSentAgain, old.isFollowed, old.allowed)
        (goal, time, start, low, high) = (old.goal, old.time, old.start, old.low, old.high)
        (isAway, isOver, reports, lastReport, nearSince) = (old.isAway, old.isOver, old.reports, old.lastReport, old.nearSince)
        (backward, turnedUntil, deadline) = (old.backward, old.turnedUntil, old.deadline)
    }
}
