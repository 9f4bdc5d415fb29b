/// Decides when an OSC peer counts as gone, and when as back. Pure: times are arguments, `deadline` says when to call again.
///
/// A peer that answers queries is there while it answers. While it is in use, it is asked every `askInterval`, so its end is noticed within
/// 3 s; at rest, only with each keep-alive. Any other peer counts as gone only after a refusal: nothing listens there, or the system cannot
/// send. A peer that is gone is tried again, first after 1 s, later every 8 s.
struct PeerWatch {
    enum Event: Equatable {
        case opened
        case heard
        /// A value was sent to it, or would have been if it were there.
        case used
        /// A packet did not reach it, or its socket could not be opened. `pause` is the time until the next try; nil for the usual one.
        case refused(String, pause: Duration? = nil)
        case reloaded
        case tick
    }

    enum Effect: Equatable {
        /// Open its socket, or replace the open one.
        case open
        case keepAlive
        case ask
        /// Send a packet without effect.
        case probe
        /// Its targets are gone. Writes since this time may be lost.
        case gone(String, unheardSince: Moment)
        /// `isLate`: everything sent until now was lost, although it counted as there.
        case back(isLate: Bool = false)
    }

    /// Up to `mostUnanswered` questions in a row may have no answer.
    static let askInterval = Duration.milliseconds(900)
    private static let mostUnanswered = 2
    /// How long after the last movement a peer counts as in use.
    static let useTime = Duration.seconds(30)
    private static let answerTime = Duration.milliseconds(500)
    static let refusalTime = Duration.milliseconds(300)
    private static let firstPause = Duration.seconds(1)

    private let keepAlive: Duration?
    private let answers: Bool
    private(set) var isThere = false
    private var lastHeard: Moment?
    private var opened: Moment?
    private var lastKeepAlive: Moment?
    private var nextKeepAlive: Moment?
    private var lastAsk = Moment.zero
    private var nextAsk: Moment?
    private var unanswered = 0
    private var usedUntil = Moment.zero
    private var retryAt: Moment?
    private var backOff = BackOff(from: PeerWatch.firstPause, to: .seconds(8))
    /// A peer that does not answer is back then, unless something is refused.
    private var backAt: Moment?

    init(keepAlive: Duration?, answers: Bool) { (self.keepAlive, self.answers) = (keepAlive, answers) }

    var isDoubtful: Bool { unanswered > 1 }

    var deadline: Moment? { [nextKeepAlive, nextAsk, retryAt, backAt].compactMap { $0 }.min() }

    mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .opened: return open(at: now)
        case .heard: return hear(at: now)
        case .used: return use(at: now)
        case .refused(let reason, let wait):
            backAt = nil
            if isThere || retryAt == nil || wait != nil { retryAt = now + (wait ?? backOff.current) }
            return isThere ? [leave(reason, at: now)] : []
        case .reloaded:
            guard retryAt != nil else { return [] }
            retryAt = now + backOff.current
            return [.open]
        case .tick: return tick(at: now)
        }
    }

    private mutating func open(at now: Moment) -> [Effect] {
        let effects = stayAlive(at: now)
        guard opened != nil else {
            (isThere, opened, usedUntil) = (true, now, now + Self.useTime)
            // The reads of its targets count as the first question.
            if answers { (lastAsk, unanswered, nextAsk) = (now, 1, now + Self.askInterval) }
            return effects + [.back()]
        }
        if answers { return effects + ask(at: now) }
        backAt = now + Self.refusalTime
        return effects.isEmpty ? [.probe] : effects
    }

    private mutating func stayAlive(at now: Moment) -> [Effect] {
        guard let keepAlive else { return [] }
        (lastKeepAlive, nextKeepAlive) = (now, now + keepAlive)
        return [.keepAlive]
    }

    private mutating func hear(at now: Moment) -> [Effect] {
        // The peer was switched on after the first questions, so it has answered none of them.
        let isLate = isThere && lastHeard == nil && answers && opened.map { $0 + Self.answerTime < now } ?? false
        (lastHeard, unanswered, retryAt, backAt) = (now, 0, nil, nil)
        backOff.reset()
        nextAsk = answers && now < usedUntil ? max(now, lastAsk + Self.askInterval) : nil
        guard !isThere || isLate else { return [] }
        isThere = true
        return [.back(isLate: isLate)]
    }

    private mutating func use(at now: Moment) -> [Effect] {
        usedUntil = now + Self.useTime
        if let retry = retryAt {
            backOff.reset()
            retryAt = min(retry, now + backOff.current)
        }
        guard isThere, answers else { return [] }
        let next = max(now, lastAsk + Self.askInterval)
        nextAsk = min(nextAsk ?? next, next)
        return []
    }

    private mutating func leave(_ reason: String, at now: Moment) -> Effect {
        (isThere, nextAsk, nextKeepAlive) = (false, nil, nil)
        if retryAt == nil { retryAt = now + backOff.current }
        // A refusal takes less than a second, and a keep-alive that was not refused has arrived.
        let since = answers ? opened ?? now : keepAlive.map { (lastKeepAlive ?? now) - $0 } ?? now - Self.firstPause
        return .gone(reason, unheardSince: max(lastHeard ?? since, since))
    }

    private mutating func tick(at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        if let back = backAt, back <= now {
            (backAt, retryAt, isThere) = (nil, nil, true)
            backOff.reset()
            effects.append(.back())
        }
        if let retry = retryAt, retry <= now {
            _ = backOff.next()
            (retryAt, nextKeepAlive) = (now + backOff.current, nil)
            return effects + [.open]
        }
        let isKeptAlive = nextKeepAlive.map { $0 <= now } ?? false
        if isKeptAlive { effects += stayAlive(at: now) }
        let isAskDue = nextAsk.map { $0 <= now } ?? (isKeptAlive && lastAsk + Self.askInterval <= now)
        guard answers, isThere, isAskDue else { return effects }
        guard unanswered >= Self.mostUnanswered else { return effects + ask(at: now) }
        let silence = (now - (lastHeard ?? now)) / .milliseconds(100)
        let reason = lastHeard == nil ? "it has not answered yet" : "it has not answered for \(silence.rounded() / 10) s"
        return effects + [leave(reason, at: now)]
    }

    private mutating func ask(at now: Moment) -> [Effect] {
        (lastAsk, unanswered) = (now, unanswered + 1)
        nextAsk = isThere ? now + Self.askInterval : nil
        return [.ask]
    }
}
