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
/// - Nobody can tell an answer that is not known yet from the hand's next step. The value follows such a reading, so nothing of a hand is
///   lost, but the motor is not sent there at once: it is there already. Only when a hand that moved it has come to rest is it sent there,
///   and what it answers then is its own. So the value follows a motor once at most.
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
        /// Nobody can tell. The value follows, but nothing is sent yet.
        case either
    }

    /// Where a motor has come to rest.
    enum Rest: Equatable {
        case atGoal
        /// As far from its goal as this device's motor does, in raw steps.
        case beside(Int32)
        /// So far from its goal that it has to be sent there once more.
        case elsewhere
        /// Where the value has followed it to. It was not sent there yet.
        case unsent
    }

    /// What follows from the control's own data.
    private struct Limits {
        /// How far beside its goal a motor may rest, and how far it may go back on its way; and the jitter at rest.
        var (near, back, noise): (Int32, Int32, Int32)
        /// Readings farther apart than this are not of one movement.
        var pause: MonotonicTime.Interval
    }

    /// A motor that has to move, and only reports where it comes to rest, does so within this time.
    private static let longestTravel = MonotonicTime.Interval.milliseconds(1000)
    /// How long a motor may swing near its goal, and how long it may pause meanwhile if it did not have to move.
    private static let (swing, shortSwing) = (MonotonicTime.Interval.milliseconds(300), MonotonicTime.Interval.milliseconds(50))
    /// How long a motor may go on after it was sent the other way.
    private static let turning = MonotonicTime.Interval.milliseconds(100)
    /// When nothing has moved for so long, a motor is sent where the value has followed it to.
    private static let calm = MonotonicTime.Interval.milliseconds(100)

    private var limits: Limits
    private var habit = MotorHabit()

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
    /// How many readings may have been the motor's, how long the first of them took, when the last came, and the first near the goal.
    private var (reports, firstTook) = (0, MonotonicTime.Interval.milliseconds(0))
    private var (lastReport, nearSince) = (MonotonicTime.zero, MonotonicTime.never)
    /// How far it has gone back, which counts after this time.
    private var backward: Int32 = 0
    private var turnedUntil = MonotonicTime.zero
    /// It rests elsewhere, and was sent to the same goal again.
    private var isSentAgain = false
    /// The value has followed it since the order.
    private var isFollowed = false
    /// How many readings were reported after the last order that the value followed it from: so many may be answers to the present one.
    private var allowed = 0
    /// The device is known to answer so late as the last reading came, which the value has followed.
    private var isExpected = false

    /// When it has come to rest if it reports nothing more; `.never` if it is not on its way.
    private(set) var deadline = MonotonicTime.never

    init(_ spec: ControlSpec) {
        let span = Int32((spec.inputRange ?? RawRange(spec.input)).span)
        limits = Limits(
            near: max(span / 16, 1), back: max(span / 32, 1), noise: Int32(truncatingIfNeeded: spec.noise),
            pause: MonotonicTime.Interval(spec.holdOff))
    }

    private init(_ limits: Limits) { self.limits = limits }

    /// What moved the control to a reading.
    ///
    /// - Parameters:
    ///   - order: The last order; nil if there was none.
    ///   - isHeld: It moves under a hand, and its moves may have been answered with their positions.
    mutating func mover(_ reading: Int32, _ order: Order?, isHeld: Bool, at now: MonotonicTime) -> Mover {
        if let order, order.time != time || order.goal != goal { begin(order, isHeld: isHeld) }
        let mover = isOver ? .hand : isHeld ? answerer(reading, isHeld: true, at: now) : reporter(reading, at: now)
        if mover == .hand {
            (isSentAgain, isFollowed, allowed, deadline) = (false, false, 0, .never)
            if !isHeld { isOver = true }
        } else {
            if reports == 0 { firstTook = now.interval(since: time) }
            if mover == .motor { note(reading, at: now) }
            (reports, lastReport) = (reports + 1, now)
            if mover == .either { (isFollowed, deadline) = (true, isExpected ? now + Self.calm : .never) }
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
        isAway = last < 0 || isGoing || habit.moves(from: last, to: order.goal)
        (goal, time, start, isOver, nearSince) = (order.goal, order.time, last, false, .never)
    }

    /// How far from its goal a motor may come to rest.
    private var reach: Int32 { habit.reach(limits.near) }

    /// What caused a reading under no hand.
    private mutating func reporter(_ reading: Int32, at now: MonotonicTime) -> Mover {
        guard isOpen(at: now) else {
            // Whatever rests beside its goal may say so again.
            if reports > 0, last >= 0, abs(reading - last) <= limits.noise { return .motor }
            if reports == 0 { habit.noteSilence(toMove: isAway && last >= 0) }
            return .hand
        }
        guard isAway else { return answerer(reading, isHeld: false, at: now) }
        guard habit.isHeard || isSoon(at: now) && abs(reading - goal) <= limits.near else { return .hand }
        return isOnItsWay(reading, at: now) ? .motor : .hand
    }

    private func isOpen(at now: MonotonicTime) -> Bool {
        if reports == 0 || habit.isAnswer(now, after: time) { return !now.isMore(than: Self.longestTravel, after: time) }
        // Where it usually rests, it does not pause any longer than one that swings.
        let pause = habit.includes(abs(last - goal)) ? Self.shortSwing : limits.pause
        return !now.isMore(than: pause, after: lastReport) && (nearSince == .never || !now.isMore(than: Self.swing, after: nearSince))
    }

    private mutating func isOnItsWay(_ reading: Int32, at now: MonotonicTime) -> Bool {
        guard reports > 0 else {
            // The first reading is the motor's wherever it is: a hand sends more than one. If it comes late, it has to be near the goal.
            let mayBeFar = !isSilent || reading >= low - reach && reading <= high + reach
            return mayBeFar && (abs(reading - goal) <= reach || !now.isMore(than: limits.pause, after: time))
        }
        guard reading >= low - reach, reading <= high + reach else { return false }
        let moved = reading - last
        if abs(reading - goal) <= limits.back || moved != 0 && (moved > 0) == (goal > start) {
            backward = 0
        } else if now > turnedUntil {
            backward += abs(moved)
        }
        return backward <= limits.back
    }

    /// What caused a reading after an order that needed no movement, or one that answered a hand's own move.
    private mutating func answerer(_ reading: Int32, isHeld: Bool, at now: MonotonicTime) -> Mover {
        let (distance, isFirst, isSoon) = (abs(reading - goal), reports == 0, isSoon(at: now))
        let isNear = isSoon && distance <= limits.near
        let isUsual = habit.includes(distance) && (isSoon || isFirst && now <= time + EchoGuard.memory)
        let isLikely = !isHeld && (distance == 0 || isNear && (habit.isInexact || isFirst && habit.isUnknown))
        // The value has followed such a reading before, which took as long if that is all that is known; and the motor may have had some way
        // to go.
        let isAllowed =
            isNear && allowed > 0 && reports < allowed + Int(abs(goal - start))
            && !(isFirst && habit.isSilent && !MotorHabit.takes(firstTook, now, after: time))
        if habit.isHeard && (isUsual || isLikely) || isAllowed {
            if isFirst, !isHeld { habit.noteAnswer() }
            return .motor
        }
        // A device that has answered nothing so far gets an answer to each move of a hand: some faders snap back without it.
        if isHeld, habit.isSilent { return .hand }
        isExpected = isSoon && !habit.isSilent
        let isSuspect = isFirst && distance <= limits.near && habit.isSuspect(now, after: time)
        if isSuspect || isNear && (isFirst || !now.isMore(than: Self.swing, after: time + firstTook)) { return .either }
        guard isFirst else { return .hand }
        if !isHeld { habit.noteSilence(toMove: false) }
        if distance <= limits.near { habit.suspect(now.interval(since: time)) }
        return .hand
    }

    /// Whether a reading comes as soon after the order, or after the last reading, as an answer would. One to an earlier order may have come
    /// before.
    private func isSoon(at now: MonotonicTime) -> Bool {
        if reports == 0 { return habit.isSoon(now, after: time) }
        return now <= lastReport + Self.shortSwing || habit.isOnTime(now, after: time)
    }

    private mutating func note(_ reading: Int32, at now: MonotonicTime) {
        let distance = abs(reading - goal)
        // Far from where it was, and not on its way: this is where it rests.
        let isRest = reports == 0 && habit.isAnswer(now, after: time) && abs(start - goal) > 2 * limits.near
        if isRest, distance <= limits.near { habit.widen(to: distance) }
        if start < 0 { start = reading }
        habit.noteReport()
        if distance <= reach, nearSince == .never { nearSince = now }
        deadline = now + limits.pause
    }

    /// Notes where it has come to rest. To be called at `deadline`, with the last order.
    mutating func rest(_ order: Order?) -> Rest {
        deadline = .never
        if isFollowed { return .unsent }
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
        if reports <= 2 { habit.settle(distance) }
        return .beside(distance)
    }

    private mutating func learn(_ distance: Int32) { habit.learn(distance, took: isAway ? firstTook : nil) }

    /// Input was lost: where the motor is, is unknown, and what is missing proves nothing.
    mutating func excuse() {
        (last, sent, deadline) = (-1, -1, .never)
        if !isFollowed { reports = 0 }
    }

    /// The device is gone or new, or the control was lent: nothing is known about it.
    mutating func forget() { self = MotorWatch(limits) }

    /// Takes over what was known about the same control in an earlier configuration.
    mutating func adopt(_ old: MotorWatch) {
        guard limits.near == old.limits.near else { return }
        let limits = limits
        self = old
        self.limits = limits
    }
}
