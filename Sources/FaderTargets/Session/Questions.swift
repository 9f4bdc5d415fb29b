internal import FaderSystem

/// What a peer is asked and has not answered yet. Pure: times are arguments, `deadline` says when to send `tick`.
///
/// An answer is known by the key of its question. An answer to no question, such as one that comes late or twice, is nobody's.
struct Questions<Key: Hashable, Question> {
    /// How a peer is asked. Without limits, everything is sent at once and awaited for ever.
    struct Manner {
        /// How many answers are awaited at a time; further questions wait, the newest of each key.
        var most = Int.max
        var pace = Duration.zero
        /// For how long an answer is awaited; nil: somebody else says when it is over.
        var patience: Duration?
        /// How often a question is sent before it counts as unanswered.
        var tries = 1
        /// How often it is noticed that nothing is answered; nil: never.
        var look: Duration?
    }

    enum Effect {
        case send(Key, Question)
        case unanswered(Key, Question)
        /// In so many looks in a row there was no answer, although one was awaited. Looks count and not the time: a process that was
        /// stopped reads late what came in time.
        case silent(looks: Int)
    }

    private struct Waiting {
        let key: Key
        let question: Question
        let tries: Int
    }

    private struct Awaited {
        let question: Question
        let tries: Int
        let since: Moment
    }

    private let manner: Manner
    private var waiting = NewestByKey<Key, Waiting>()
    private var awaited: [Key: Awaited] = [:]
    private var nextSend = Moment.zero
    private var nextLook: Moment?
    private var isHeard = false
    /// How many looks in a row have found no answer.
    private(set) var missed = 0

    init(_ manner: Manner = Manner()) { self.manner = manner }

    var isEmpty: Bool { waiting.isEmpty && awaited.isEmpty }

    var unanswered: Int { awaited.count }

    /// When to send `tick`; nil: not before the next question or answer.
    var deadline: Moment? {
        let send = waiting.isEmpty || awaited.count >= manner.most ? nil : nextSend
        // With `\.since` the key path would be made anew each time, which takes 30,000 instructions.
        let overdue = manner.patience.flatMap { patience in awaited.values.lazy.map { $0.since }.min().map { $0 + patience } }
        return [send, overdue, nextLook].compactMap { $0 }.min()
    }

    /// Asks as soon as it may. Of questions of one key that wait, only the newest is asked; one that is on its way does not stand in for
    /// it, because its answer may be older.
    mutating func ask(_ question: Question, for key: Key, at now: Moment) -> [Effect] {
        waiting.put(Waiting(key: key, question: question, tries: 0), for: key)
        return sendWaiting(at: now)
    }

    /// Notes that somebody else has sent this question.
    mutating func sent(_ question: Question, for key: Key, at now: Moment) {
        awaitAnswer(to: question, for: key, tries: 1, at: now)
    }

    mutating func answer(_ key: Key) -> Question? {
        guard let answered = awaited.removeValue(forKey: key) else { return nil }
        (isHeard, missed) = (true, 0)
        return answered.question
    }

    mutating func forget(_ key: Key) {
        awaited[key] = nil
        _ = waiting.take(key)
    }

    mutating func forgetAll() -> [Question] {
        defer { self = Questions(manner) }
        return awaited.values.map(\.question) + waiting.takeAll().map(\.value.question)
    }

    /// Sends also what has room now, which an answer may have made.
    mutating func tick(at now: Moment) -> [Effect] {
        var effects = dropOverdue(at: now)
        effects += sendWaiting(at: now)
        if let due = nextLook, due <= now { effects += look(at: now) }
        return effects
    }

    private mutating func sendWaiting(at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        while nextSend <= now, awaited.count < manner.most, let next = waiting.takeFirst() {
            awaitAnswer(to: next.question, for: next.key, tries: next.tries + 1, at: now)
            effects.append(.send(next.key, next.question))
            if manner.pace > .zero { nextSend = now + manner.pace }
        }
        return effects
    }

    private mutating func awaitAnswer(to question: Question, for key: Key, tries: Int, at now: Moment) {
        awaited[key] = Awaited(question: question, tries: tries, since: now)
        guard nextLook == nil, let look = manner.look else { return }
        (nextLook, isHeard) = (now + look, false)
    }

    /// Asks again what was not answered in time, after what was never asked.
    private mutating func dropOverdue(at now: Moment) -> [Effect] {
        guard let patience = manner.patience else { return [] }
        let overdue = awaited.filter { $0.value.since + patience <= now }.sorted { $0.value.since < $1.value.since }
        return overdue.compactMap { key, late in
            awaited[key] = nil
            // A newer question of the same key waits already.
            guard waiting[key] == nil else { return nil }
            guard late.tries < manner.tries else { return .unanswered(key, late.question) }
            waiting.put(Waiting(key: key, question: late.question, tries: late.tries), for: key)
            return nil
        }
    }

    private mutating func look(at now: Moment) -> [Effect] {
        missed = awaited.isEmpty || isHeard ? 0 : missed + 1
        (nextLook, isHeard) = (awaited.isEmpty ? nil : manner.look.map { now + $0 }, false)
        return missed > 0 ? [.silent(looks: missed)] : []
    }
}
