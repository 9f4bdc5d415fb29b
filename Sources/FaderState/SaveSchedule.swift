/// When to save next. Pure: the time is an argument, the next deadline a result.
///
/// Motion is written half a second after it rests and every four seconds while it goes on, never twice within a second:
/// that leaves a slow device half a second and a second to keep the promised one and five. What somebody waits for is due at once.
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

    /// Something moved.
    mutating func move(at now: Instant) {
        if firstChange == nil { firstChange = now }
        lastChange = now
    }

    /// Somebody waits for the state to be durable. That is due even while saving fails: the answer is to be an honest one.
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

    /// A save begins, of everything noted so far.
    mutating func begin(at now: Instant) {
        isUrgent = false
        countsAsRetry = retry.map { $0 <= now } ?? true
        firstChange = nil
        lastChange = nil
        lastSave = now
    }

    /// The save is durable.
    mutating func succeed() {
        retry = nil
        retryDelay = Self.firstRetry
    }

    /// The save failed: try again later, each time later, up to half a minute. An attempt that was only made because
    /// somebody waited leaves the next retry where it was.
    mutating func fail(at now: Instant) {
        guard countsAsRetry else { return }
        retry = now + retryDelay
        retryDelay = min(retryDelay * 2, Self.longestRetry)
    }
}
