/// What is known of how a motor without a touch sensor answers what it is sent: whether it does, when, and how far beside its goal it rests.
struct MotorHabit {
    /// An answer that comes so soon is seldom a hand's.
    private static let prompt = MonotonicTime.Interval.milliseconds(30)
    /// How much longer or shorter than the last time an answer may take.
    private static let delay = MonotonicTime.Interval.milliseconds(15)

    /// How far beside its goal it usually rests, at most.
    private var spread: Int32 = 0
    /// How long its first answer took the last time that it had to move. Until it is known to answer: how long it took until a reading came
    /// that may have been an answer.
    private var answerTime = MonotonicTime.Interval.milliseconds(0)
    /// How long the last reading took that may have been an answer although it was taken for a hand's.
    private var suspected = MonotonicTime.Interval.milliseconds(0)
    /// It is known to report something when it is sent somewhere.
    private var answers = false
    /// How many orders in a row had no answer, of those to move and of the others.
    private var (silences, quiet) = (0, 0)

    /// It does answer, and not always where it was sent.
    var isInexact: Bool { spread > 0 }
    /// Nothing is known yet: neither that it answers nor that it does not.
    var isUnknown: Bool { !answers && quiet == 0 }
    /// It has answered nothing so far.
    var isSilent: Bool { !answers && silences + quiet > 0 }
    /// It has not stopped answering orders to move, as far as is known.
    var isHeard: Bool { silences < (answers ? 4 : 2) }

    /// How far from its goal it may come to rest, where others do at most `near`.
    func reach(_ near: Int32) -> Int32 { max(near, spread) }

    /// Whether it has to move from a place to a goal.
    func moves(from place: Int32, to goal: Int32) -> Bool { abs(goal - place) > spread }

    /// Whether it usually answers an order that needs no movement, and at this distance from its goal.
    func includes(_ distance: Int32) -> Bool { answers && quiet < 2 && distance <= spread + spread / 2 }

    /// Whether a first reading comes as soon after an order as an answer would.
    func isSoon(_ now: MonotonicTime, after order: MonotonicTime) -> Bool {
        now <= order + Self.prompt || (answers || isOnTime(now, after: order)) && now <= order + answerTime + Self.delay
    }

    /// Whether a reading takes as long after an order as the last time.
    func isOnTime(_ now: MonotonicTime, after order: MonotonicTime) -> Bool { Self.takes(answerTime, now, after: order) }

    /// Whether a reading takes as long after an order as the last one that may have been an answer.
    func isSuspect(_ now: MonotonicTime, after order: MonotonicTime) -> Bool { Self.takes(suspected, now, after: order) }

    /// Whether a reading takes about so long after an order.
    static func takes(_ time: MonotonicTime.Interval, _ now: MonotonicTime, after order: MonotonicTime) -> Bool {
        now <= order + time + delay && now + delay >= order + time
    }

    /// The same, if it is known to answer.
    func isAnswer(_ now: MonotonicTime, after order: MonotonicTime) -> Bool { answers && isOnTime(now, after: order) }

    /// Its motor reported something.
    mutating func noteReport() { silences = 0 }

    /// It answered an order that needed no movement.
    mutating func noteAnswer() { quiet = 0 }

    /// An order was not answered.
    mutating func noteSilence(toMove: Bool) {
        if toMove { silences += 1 } else { quiet += 1 }
    }

    /// A reading that was taken for a hand's came so long after an order. If the next one takes as long, it may be an answer.
    mutating func suspect(_ took: MonotonicTime.Interval) {
        suspected = took
        if !answers || !isHeard { answerTime = took }
    }

    /// It certainly rests so far beside its goal.
    mutating func widen(to distance: Int32) { spread = max(spread, distance) }

    /// It has come to rest so far beside its goal, and its first answer took so long; nil if it did not have to move. A device may rest
    /// farther from its goal at some places than at others.
    mutating func learn(_ distance: Int32, took: MonotonicTime.Interval?) {
        (spread, answers) = (max(distance, (spread + 1) / 2), true)
        if let took { answerTime = took }
    }

    /// However often it is sent to its goal, it rests so far beside it.
    mutating func settle(_ distance: Int32) { (spread, answers) = (distance, true) }
}
