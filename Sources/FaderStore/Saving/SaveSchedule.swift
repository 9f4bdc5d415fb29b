/// Decides when to save next. Pure: the time is an argument, and the next deadline is a result.
///
/// Motion is written half a second after it stops, and every four seconds while it goes on, but never twice within a second. That leaves a
/// slow device half a second of the promised one second, and one second of the promised five. If somebody waits, a save is due at once.
struct SaveSchedule: Sendable {
    typealias Instant = SuspendingClock.Instant

    /// The next thing to do.
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

    /// Notes that something moved.
    mutating func move(at now: Instant) {
        if firstChange == nil { firstChange = now }
        lastChange = now
    }

    /// Notes that somebody is waiting for the state to be durable. A save is then due even while saving fails, so that the answer is
    /// honest.
    mutating func demand() { isUrgent = true }

    /// What is due at `now`.
    func due(at now: Instant) -> Due {
        if isUrgent { return .now }
        if let retry { return retry <= now ? .now : .at(retry) }
        guard let firstChange, let lastChange else { return .never }
        var deadline = min(lastChange + Self.rest, firstChange + Self.longestMotion)
        if let lastSave { deadline = max(deadline, lastSave + Self.interval) }
        return deadline <= now ? .now : .at(deadline)
    }

    /// Notes that a save of everything noted so far begins.
    mutating func begin(at now: Instant) {
        isUrgent = false
        countsAsRetry = retry.map { $0 <= now } ?? true
        firstChange = nil
        lastChange = nil
        lastSave = now
    }

    /// Notes that the save is durable.
    mutating func succeed() {
        retry = nil
        retryDelay = Self.firstRetry
    }

    /// Notes that the save failed. It is tried again after a delay that grows up to half a minute. If this attempt was made only because
    /// somebody was waiting, the time of the next retry stays as it was.
    mutating func fail(at now: Instant) {
        guard countsAsRetry else { return }
        retry = now + retryDelay
        retryDelay = min(retryDelay * 2, Self.longestRetry)
    }
}
