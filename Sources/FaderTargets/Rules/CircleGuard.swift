/// Ends circles: what is written to a target makes somebody change the parameter, which is written again, and so on.
///
/// What a program does that faderd has run is known by the number of its run. So nothing is guessed there: the third change of a parameter
/// that its own writes have led to is not written, unless each step is smaller than the one before.
///
/// Of everybody else nobody knows why they change a parameter, but it is known who does. In a circle somebody changes it, and then one
/// other client, or another target, answers each write. A script that waits for the effect of each value before it sets the next does so
/// from its own first change on.
///
/// So answers are put to the test: a write is withheld for a moment, then for longer and longer. Whoever changes the parameter meanwhile, or
/// keeps to a pace of its own, does not wait for writes: the value is written, and the next test comes later. Only if exactly one change has
/// followed each write in all tests, as quickly as before, is the circle ended. If one answers what another began, more quickly than a person
/// can, two tests are enough. Without one who answers and another who began, there are more tests, after more answers, and only of values
/// that return.
///
/// Pure, and in the numbers of the target. A hand, a gesture and another target's program never take part in a circle.
struct CircleGuard {
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
        /// A client did that is known again by these clues.
        case client(Set<String>)
        case unknown

        /// By what whoever did it is known again; nil if it is not known who did.
        fileprivate var clues: Set<String>? {
            switch self {
            case .hand, .program: []
            case .target: CircleGuard.target
            case .client(let clues): clues
            case .writes, .unknown: nil
            }
        }
    }

    /// What to do with a change.
    enum Verdict: Equatable {
        case write
        /// Write it, but not before `heldUntil`. What was written last, and this value; empty while nobody has to know of it.
        case withhold([Double])
        /// The value that was withheld is to be written first.
        case release
        /// It is part of a circle and is not written. All values that were written, and this one.
        case end([Double])
    }

    /// A change, what it has followed, and what has followed it: the presumed circle.
    private struct Row {
        /// The clues of whoever made the change that came before the answers; nil if it is not known who did.
        var first: Set<String>?
        /// The clues that all these answers have in common; nil before the first of them.
        var common: Set<String>?
        var answers = 0
        /// What was written last.
        var written: [Double] = []
        /// How many changes led to a value that had been written before.
        var returns = 0
        /// The shortest and the longest time that a change took after its write.
        var quickest: Duration?
        var slowest = Duration.zero
        /// How many times a write has been withheld.
        var tests = 0
        /// By how much later the next test comes, because of those that were not stood.
        var patience = 1

        /// Whether one answers, and somebody else began.
        private var isByOther: Bool {
            guard let first, let common else { return false }
            return !common.isSubset(of: first)
        }

        /// Whether, besides, that one is quicker than a person.
        var isClear: Bool { isByOther && slowest <= CircleGuard.quick }

        /// Whether one answers, and somebody else began. A person may change a target again and again, so without another who began, its
        /// answers must be quick, with values that return.
        var isSure: Bool {
            guard answers >= (isClear ? CircleGuard.needed.clear : CircleGuard.needed.sure) * patience else { return false }
            return isByOther || common == CircleGuard.target && slowest <= CircleGuard.quick && returns > 0
        }

        /// How often a write is withheld before the circle is ended. A program of a script that starts one for each value is not yet one who
        /// answers again.
        var testsNeeded: Int {
            guard isSure, answers > CircleGuard.needed.sure else { return CircleGuard.tests.unsure }
            return isClear ? CircleGuard.tests.clear : CircleGuard.tests.sure
        }

        /// The first time for which a write is withheld: half of what the answers take, so that it is not seen.
        var glimpse: Duration { min(max(slowest / 2, .milliseconds(20)), .milliseconds(200)) }

        /// Whether a change that follows a withheld write after this time has waited for it. Others come when they would have come without
        /// the glimpse, or at any time after a pause. `isBusy`: a program that the write has started still runs, and may have made the change.
        func waited(_ lag: Duration, isBusy: Bool) -> Bool {
            let longest = slowest * 3 / 2 + .milliseconds(50)
            guard let quickest, lag <= (isClear && !isBusy ? longest : max(longest + .milliseconds(50), .milliseconds(500))) else {
                return false
            }
            if tests == 1 { return isBusy || lag >= quickest - glimpse * 3 / 4 }
            return slowest <= CircleGuard.quick || lag >= quickest / 2
        }

        /// Whether a change comes from another one than the answers so far, which were perhaps by whoever began.
        func isByAnother(_ clues: Set<String>?, than last: Set<String>?) -> Bool {
            guard let clues, let last else { return false }
            return (common ?? clues).intersection(clues).isSubset(of: first ?? []) && !clues.isSubset(of: last)
        }

        /// Adds a change that has followed a write.
        mutating func add(_ value: Double, _ clues: Set<String>?, after lag: Duration, by last: Set<String>?) {
            if isByAnother(clues, than: last) {
                // It answers from this change on. What is known of the row is over if one has answered before.
                if answers >= CircleGuard.needed.sure { self = Row(written: written.suffix(1)) }
                (first, common, answers) = (last, clues, 1)
                // What another did says nothing about this one either, unless the values themselves return.
                if returns < CircleGuard.needed.unsure { (tests, quickest, slowest) = (0, nil, .zero) }
            } else {
                (common, answers) = ((common ?? clues)?.intersection(clues ?? []), answers + 1)
            }
            if written.contains(value) { returns += 1 }
            (quickest, slowest) = (min(quickest ?? lag, lag), max(slowest, lag))
        }

        /// What is left of it after a change by somebody who has not waited for the write.
        func refuted(by clues: Set<String>?) -> Row {
            let isOther = (common ?? []).isDisjoint(with: clues ?? [])
            return isOther ? Row(first: clues) : Row(first: first, common: common, patience: min(patience * 2, 1 << 20))
        }
    }

    /// How many changes of a circle of known writes there are until it is ended.
    private static let most = 3
    /// The same if each step is smaller than the one before.
    private static let mostShrinking = 16
    /// A change that follows a write later than this is nobody's answer to it.
    private static let slow = Duration.seconds(2)
    /// Nobody moves something back and forth this quickly, even if another program has to be started to say so.
    private static let quick = Duration.milliseconds(150)
    /// After how many answers a write is withheld if it is known who answers, and after how many values that return if it is not.
    private static let needed = (clear: 1, sure: 2, unsure: 8)
    /// How often it is withheld before the circle is ended.
    private static let tests = (clear: 2, sure: 3, unsure: 6)
    /// Which of these tests is the first that people are told of.
    private static let firstReported = 3
    /// After how many answers, or values that return, it may be a circle, so that its changes are no steps of the history.
    private static let suspicious = 2
    private static let remembered = 16
    /// The clue of another target.
    private static let target: Set = ["another target"]

    private var row = Row()
    /// The clues of whoever made the last change; nil if it is not known who did.
    private var last: Set<String>?
    private var lastWrite: Moment?
    /// Whether a change has come since.
    private var isAnswered = false
    /// Whether the last write was withheld.
    private var wasWithheld = false
    /// Whether the last change was one that ended a pause. Two writes may follow it.
    private var hasReleased = false
    /// Until when a value is withheld; nil if none is.
    private(set) var heldUntil: Moment?

    /// Judges a change to a value. `isBusy`: a write is still under way.
    mutating func judge(_ value: Double, _ source: Source, isBusy: Bool, at now: Moment) -> Verdict {
        defer { (isAnswered, last) = (true, source.clues) }
        hasReleased = heldUntil != nil
        if hasReleased {
            heldUntil = nil
            row = row.refuted(by: source.clues)
            return .release
        }
        if case .writes(let numbers) = source, numbers.count > 1 {
            row = Row()
            return Self.isEndless(numbers + [value]) ? .end(numbers + [value]) : .write
        }
        guard source != .hand, source != .program, let lastWrite, !isAnswered, isBusy || now - lastWrite <= Self.slow else {
            begin(source)
            return .write
        }
        return judge(value, source.clues, after: now - lastWrite, isBusy: isBusy, at: now)
    }

    /// Notes a change that is no answer.
    mutating func begin(_ source: Source) { (row, last, isAnswered) = (Row(first: source.clues), source.clues, true) }

    /// When the next change may be part of a circle; nil if there is no sign of one. Never while a write is withheld: nobody can answer it.
    var suspect: ClosedRange<Moment>? {
        guard max(row.isSure ? row.answers : 0, row.returns) >= Self.suspicious, let start = heldUntil ?? lastWrite else { return nil }
        return start...start + Self.slow
    }

    /// Judges a change that may be the answer to the last write.
    private mutating func judge(_ value: Double, _ clues: Set<String>?, after lag: Duration, isBusy: Bool, at now: Moment) -> Verdict {
        guard !wasWithheld || row.isByAnother(clues, than: last) || row.waited(lag, isBusy: isBusy) else {
            row = row.refuted(by: clues)
            return .write
        }
        let values = row.written + [value]
        row.add(value, clues, after: lag, by: last)
        let isShrinking = Self.isShrinking(values.suffix(row.answers + 1)) && row.answers < Self.mostShrinking
        guard row.isSure || row.returns >= Self.needed.unsure * row.patience, !isShrinking else { return .write }
        guard row.tests < row.testsNeeded else {
            row = Row()
            return .end(values)
        }
        heldUntil = now + pause
        row.tests += 1
        return .withhold(row.tests < Self.firstReported ? [] : values)
    }

    /// For how long a write is withheld: at first for a glimpse, then for ¼ s, 1 s, 4 s and so on, or for several times as long as the answers
    /// take. A person who is almost too quick for one would often rest for only twice as long.
    private var pause: Duration {
        guard row.tests > 0 else { return row.glimpse }
        return max(.milliseconds(250) * (1 << (2 * (row.tests - 1))), min(row.slowest, Self.slow) * (row.isClear ? 4 : 1 << row.tests))
    }

    /// Notes that a value is written.
    mutating func wrote(_ value: Double, at now: Moment) {
        // Nobody's change has led to it.
        if !isAnswered, !hasReleased { begin(.hand) }
        wasWithheld = heldUntil != nil
        heldUntil = nil
        row.written.append(value)
        if row.written.count > Self.remembered { row.written.removeFirst() }
        (lastWrite, isAnswered) = (now, false)
    }

    /// The target is gone, or another one.
    mutating func reset() { self = CircleGuard() }

    /// Whether writes that each led to the next value are a circle, and not on their way to an end.
    private static func isEndless(_ values: [Double]) -> Bool {
        let count = values.count - 1
        return count >= mostShrinking || count >= most && !isShrinking(values)
    }

    /// Whether the last step is smaller than the one before, and leads to no earlier value.
    private static func isShrinking(_ values: some BidirectionalCollection<Double>) -> Bool {
        guard values.count > 2, let last = values.last, !values.dropLast(2).contains(last) else { return false }
        let steps = zip(values, values.dropFirst()).map { $0 == $1 ? 0 : abs($1 - $0) }
        return steps[steps.count - 1] < steps[steps.count - 2]
    }
}
