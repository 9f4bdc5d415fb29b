/// Ends circles: what is written to a target makes somebody change the parameter, which is written again, and so on.
///
/// What a program does that faderd has run is known by the number of its run. So nothing is guessed there: the third change of a parameter
/// that its own writes have led to is not written, unless each step is smaller than the one before.
///
/// Of everybody else nobody knows why they change a parameter. A script that waits for the effect of each value before it sets the next looks
/// like a circle. So if exactly one change follows each write, again and again, with values that return, writes are withheld for longer and
/// longer. Whoever goes on changing the parameter meanwhile does not wait for a write: then there is no circle, and the withheld value is
/// written at once. Only if a change has followed every write after long pauses, too, is the circle ended.
///
/// What another target of the parameter shows is nobody's wish to see an effect here, so no script waits for one. If such changes follow
/// writes quickly, one pause is enough: a person who moves something there goes on during it, or rests.
///
/// Pure, and in the numbers of the target. A hand, a gesture and another target's program never take part in a circle.
struct CircleGuard {
    typealias Moment = Duration

    /// Why a parameter has changed.
    enum Source: Equatable {
        /// A hand, or a gesture, moves it.
        case hand
        /// A program did that was run because of these writes to the target, oldest first.
        case writes([Double])
        /// A program did that another target of the parameter runs.
        case program
        /// Another target of the parameter shows something else.
        case target
        case unknown
    }

    /// What to do with a change.
    enum Verdict: Equatable {
        case write
        /// Write it, but not before `heldUntil`. What was written last, and this value.
        case withhold([Double])
        /// The value that was withheld is to be written first.
        case release
        /// It is part of a circle and is not written. All values that were written, and this one.
        case end([Double])
    }

    /// How many changes of a circle of known writes there are until it is ended.
    private static let most = 3
    /// The same if each step is smaller than the one before.
    private static let mostShrinking = 16
    /// A change that follows a write later than this is nobody's answer to it.
    private static let slow = Duration.seconds(2)
    /// Nobody presses a key twice within this time.
    private static let quick = Duration.milliseconds(80)
    /// The same for what a target tells, where another program may have to be started first. Who hits it rests exactly as long as the pause.
    private static let quickTold = Duration.milliseconds(150)
    /// After how many answers with a value that returns a write is withheld, if they are quick or slow, or quick and all from targets.
    private static let needed = (quick: 6, slow: 16, told: 2)
    /// After how many of them it may be a circle, so that its changes are no steps of the history.
    private static let suspicious = 2
    private static let firstPause = Duration.seconds(1)
    /// If a change followed the write after this pause too, it is a circle.
    private static let longestPause = Duration.seconds(64)
    private static let remembered = 8

    /// The presumed circle: what was written last, each value but the first because of the change before.
    private var written: [Double] = []
    /// How many of the changes led to a value that had been written before.
    private var returns = 0
    /// The longest time that a change took after its write.
    private var slowest = Duration.zero
    private var lastWrite: Moment?
    /// Whether a change has come since.
    private var isAnswered = false
    /// Whether all changes were told by targets.
    private var areTold = true
    /// Until when a value is withheld; nil if none is.
    private(set) var heldUntil: Moment?
    private var pause = CircleGuard.firstPause

    /// Judges a change to a value. `isBusy`: a write is still under way.
    mutating func judge(_ value: Double, _ source: Source, isBusy: Bool, at now: Moment) -> Verdict {
        defer { isAnswered = true }
        if heldUntil != nil {
            begin()
            return .release
        }
        if case .writes(let numbers) = source, numbers.count > 1 {
            begin()
            return Self.isEndless(numbers + [value]) ? .end(numbers + [value]) : .write
        }
        guard source != .hand, source != .program, let lastWrite, !isAnswered, isBusy || now - lastWrite <= Self.slow else {
            begin()
            return .write
        }
        areTold = areTold && source == .target
        return judge(value, after: now - lastWrite, at: now)
    }

    /// When the next change may be part of a circle; nil if there is no sign of one. Never while a write is withheld: nobody can answer it.
    var suspect: ClosedRange<Moment>? {
        guard returns >= Self.suspicious, let start = heldUntil ?? lastWrite else { return nil }
        return start...start + Self.slow
    }

    /// Judges a change that may be the answer to the last write.
    private mutating func judge(_ value: Double, after lag: Duration, at now: Moment) -> Verdict {
        slowest = max(slowest, lag)
        if written.contains(value) { returns += 1 }
        let isSure = areTold && slowest <= Self.quickTold
        guard returns >= (isSure ? Self.needed.told : slowest <= Self.quick ? Self.needed.quick : Self.needed.slow) else { return .write }
        let values = written + [value]
        guard pause <= (isSure ? Self.firstPause : Self.longestPause) else {
            begin()
            return .end(values)
        }
        heldUntil = now + pause
        pause *= 2
        return .withhold(values)
    }

    /// Notes that a value is written.
    mutating func wrote(_ value: Double, at now: Moment) {
        if !isAnswered { begin() }
        heldUntil = nil
        written.append(value)
        if written.count > Self.remembered { written.removeFirst() }
        (lastWrite, isAnswered) = (now, false)
    }

    /// The target is gone, or another one.
    mutating func reset() { self = CircleGuard() }

    /// A change that nothing has led to.
    private mutating func begin() {
        (written, returns, slowest, areTold, heldUntil, pause) = ([], 0, .zero, true, nil, Self.firstPause)
    }

    /// Whether writes that each led to the next value are a circle, and not on their way to an end.
    private static func isEndless(_ values: [Double]) -> Bool {
        let count = values.count - 1
        return count >= mostShrinking || count >= most && !isShrinking(values)
    }

    /// Whether the last step is smaller than the one before, and leads to no earlier value.
    private static func isShrinking(_ values: [Double]) -> Bool {
        guard values.count > 2, let last = values.last, !values.dropLast(2).contains(last) else { return false }
        let steps = zip(values, values.dropFirst()).map { $0 == $1 ? 0 : abs($1 - $0) }
        return steps[steps.count - 1] < steps[steps.count - 2]
    }
}
