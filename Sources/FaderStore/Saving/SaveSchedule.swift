/// Decides when to save next. Pure: the time is an argument, and the next deadline is a result.
///
/// Motion is written half a second after it stops, and every four seconds while it goes on, but never twice within a second. That leaves a
/// slow device half of the promised second, and one of the promised five. If somebody waits, a save is due at once.
struct SaveSchedule: Sendable {
    typealias Instant = SuspendingClock.Instant

    enum Due: Equatable, Sendable {
        case never
        case now
        case at(Instant)
    }

    static let rest = Duration.milliseconds(500)
    static let longestMotion = Duration.seconds(4)
    static let interval = Duration.seconds(1)
    static let firstRetry = Duration.seconds(1)
    static let longestRetry = Duration.seconds(30)

    private var firstChange: Instant?
    private var lastChange: Instant?
    private var lastSave: Instant?
    private var retry: Instant?
    private var retryDelay = SaveSchedule.firstRetry
    private var isUrgent = false
    private var countsAsRetry = true

    mutating func move(at now: Instant) {
        if firstChange == nil { firstChange = now }
        lastChange = now
    }

    /// Somebody waits for the state to be durable. A save is due even while saving fails, so that the answer is honest.
    mutating func demand() { isUrgent = true }

    func due(at now: Instant) -> Due {
        if isUrgent { return .now }
        if let retry { return retry <= now ? .now : .at(retry) }
        guard let firstChange, let lastChange else { return .never }
        var deadline = min(lastChange + Self.rest, firstChange + Self.longestMotion)
        if let lastSave { deadline = max(deadline, lastSave + Self.interval) }
        return deadline <= now ? .now : .at(deadline)
    }

    mutating func begin(at now: Instant) {
        isUrgent = false
        countsAsRetry = retry.map { $0 <= now } ?? true
        firstChange = nil
        lastChange = nil
        lastSave = now
    }

    mutating func succeed() {
        retry = nil
        retryDelay = Self.firstRetry
    }

    /// It is tried again after a delay that grows up to half a minute. An attempt made only because somebody waited leaves the next retry
    /// as it was.
    mutating func fail(at now: Instant) {
        guard countsAsRetry else { return }
        retry = now + retryDelay
        retryDelay = min(retryDelay * 2, Self.longestRetry)
    }
}
