internal import FaderValues

/// When a console counts as there, and what it is sent to stay so. Pure: times are arguments, `deadline` says when to send `tick`.
///
/// A console sends changes for 10 s after a subscription, which nobody acknowledges, and acknowledges no value. So it is greeted with each
/// subscription, and soon after it was sent something: any answer says that it is there. At rest there is nothing but the subscription
/// every 4 s, of which one may be lost. Consoles on TCP need less, as their `Manner` says.
struct ConsoleWatch {
    struct Manner: Sendable {
        /// The time between two subscriptions; nil: it needs only the first.
        var renewal: Duration? = .seconds(4)
        /// Whether the greeting is sent with each subscription.
        var isGreetedAtRest = true
        /// Whether it is greeted after it was sent something, because it answers greetings.
        var isGreetedInUse = true
    }

    enum Event: Equatable {
        case opened
        case heard
        /// It sent a value that was not asked for.
        case told
        case recalled
        /// It was sent a value, or would have been if it were there.
        case used
        /// What was sent did not reach it, or its connection has ended or could not be opened. `pause` is the time until the next try; nil
        /// for the usual one.
        case refused(String, pause: Duration? = nil)
        case reloaded
        case tick
    }

    enum Effect: Equatable {
        /// Look up its address, and open the connection, or replace the open one.
        case open
        case greet
        case subscribe
        case appeared
        /// Its targets are gone. Writes since this time may be lost.
        case gone(String, unheardSince: Moment)
        /// Ask it for everything, because some changes may be lost.
        case askAll
    }

    /// The time between two greetings, and how many in a row may have no answer.
    static let patience = Duration.milliseconds(900)
    static let mostUnanswered = 3
    /// From so many values within that time on, some may have been lost.
    static let (flood, floodTime) = (20, Duration.milliseconds(100))
    /// The calm after a flood or a recall before everything is asked, how long it is waited for, and the shortest time between two such
    /// rounds.
    static let (calm, longestWait, roundTime) = (Duration.milliseconds(300), Duration.seconds(1), Duration.seconds(2))

    private let manner: Manner
    private(set) var isThere = false
    private var lastHeard: Moment?
    private var opened: Moment?
    private var nextSubscription: Moment?
    private var lastGreeting = Moment.zero
    private var nextGreeting: Moment?
    private var unanswered = 0
    private var retryAt: Moment?
    private var backOff = BackOff(from: .seconds(1), to: .seconds(8))
    private var isMissed = false
    private var (told, toldSince) = (0, Moment.zero)
    /// When everything is asked, and since when that is due.
    private var askAt: Moment?
    private var askSince = Moment.zero
    private var lastRound: Moment?

    init(_ manner: Manner = Manner()) { self.manner = manner }

    var deadline: Moment? { [nextSubscription, nextGreeting, retryAt, askAt].compactMap { $0 }.min() }

    mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .opened:
            opened = now
            return greet(at: now)
        case .heard: return hear(at: now)
        case .told:
            if now - toldSince > Self.floodTime { (told, toldSince) = (0, now) }
            told += 1
            if told > Self.flood { askSoon(at: now) }
        case .recalled: askSoon(at: now)
        case .used: use(at: now)
        case .refused(let reason, let pause):
            retryAt = now + (pause ?? backOff.next())
            return leave(reason, at: now)
        case .reloaded:
            guard let retry = retryAt, !isThere else { return [] }
            backOff.reset()
            retryAt = max(retry, now + backOff.current)
            return [.open]
        case .tick: return tick(at: now)
        }
        return []
    }

    private mutating func greet(at now: Moment) -> [Effect] {
        unanswered += 1
        (lastGreeting, nextGreeting) = (now, now + Self.patience)
        return [.greet]
    }

    private mutating func hear(at now: Moment) -> [Effect] {
        (lastHeard, unanswered, nextGreeting) = (now, 0, nil)
        guard !isThere else { return [] }
        (isThere, isMissed, retryAt, nextSubscription) = (true, false, nil, manner.renewal.map { now + $0 })
        backOff.reset()
        return [.subscribe, .appeared]
    }

    private mutating func use(at now: Moment) {
        guard isThere else {
            backOff.reset()
            return retryAt = retryAt.map { min($0, now + backOff.current) }
        }
        if nextGreeting == nil, manner.isGreetedInUse { nextGreeting = max(now, lastGreeting + Self.patience) }
    }

    private mutating func askSoon(at now: Moment) {
        if askAt == nil { askSince = now }
        let earliest = lastRound.map { $0 + Self.roundTime } ?? .zero
        askAt = max(min(now + Self.calm, askSince + Self.longestWait), earliest)
    }

    private mutating func leave(_ reason: String, at now: Moment) -> [Effect] {
        let wasThere = isThere
        (isThere, unanswered, nextGreeting, nextSubscription, askAt, lastRound) = (false, 0, nil, nil, nil, nil)
        guard wasThere || !isMissed else { return [] }
        isMissed = true
        return [.gone(reason, unheardSince: lastHeard ?? opened ?? now)]
    }

    private mutating func tick(at now: Moment) -> [Effect] {
        if let retry = retryAt, retry <= now {
            (retryAt, nextGreeting, unanswered) = (nil, nil, 0)
            return [.open]
        }
        var effects: [Effect] = []
        if let next = nextSubscription, next <= now {
            nextSubscription = manner.renewal.map { now + $0 }
            effects.append(.subscribe)
            if nextGreeting == nil, manner.isGreetedAtRest { nextGreeting = now }
        }
        if let ask = askAt, ask <= now {
            (askAt, lastRound) = (nil, now)
            effects.append(.askAll)
        }
        guard let next = nextGreeting, next <= now else { return effects }
        guard unanswered >= Self.mostUnanswered else { return effects + greet(at: now) }
        retryAt = now + backOff.next()
        let silence = (now - (lastHeard ?? now)) / .milliseconds(100)
        return effects
            + leave(lastHeard == nil ? "it has not answered yet" : "it has not answered for \(silence.rounded() / 10) s", at: now)
    }
}
