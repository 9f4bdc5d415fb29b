public import FaderAPI
public import FaderSystem

/// Passes the daemon's events to the event streams of the server.
///
/// `publish` never waits and never fails; while nobody listens, it only checks a flag. If listeners are too slow, only the newest state of
/// each parameter is kept and some MIDI messages are only counted, so memory stays bounded.
@Owner
public final class EventHub {
    enum Event: Sendable {
        case parameter(ChangedParameter)
        /// Parameters changed, so batches have something to fetch.
        case changes
        /// The levels of the targets of parameters, in decibels.
        case levels([String: Double])
        case news(News)
        case reloaded(generation: UInt64)
        case message(MonitorResource)

        /// A newer event replaces a waiting one with the same key.
        var key: String {
            switch self {
            case .parameter(let parameter): parameter.id
            case .changes: "\u{0}changes"
            case .levels: "\u{0}levels"
            case .news(let news): news.key
            case .reloaded: "\u{0}reloaded"
            case .message: ""
            }
        }
    }

    private var changes = Backlog<Event>(shortest: 1024)
    private var messages = WaitingMessages(most: 4096)
    private var hasChanges = false
    private var levels: [String: Double] = [:]
    private var isScheduled = false
    private var wake: (() -> Void)?

    /// Whether anybody listens to changes and news. If not, the daemon need not publish them.
    public private(set) var isWatched = false
    /// Counts the beginnings and ends of streams.
    public private(set) var listenings: UInt64 = 0
    /// `listenings` has gone up while anybody listens: a new stream may need the standings.
    public var onListen: () -> Void = {}
    /// Whether anybody listens to every single change, not only to batches.
    public private(set) var isFollowed = false
    /// Whether anybody reads the monitor stream.
    public private(set) var isMonitored = false

    /// Makes the hub that a daemon and its server share.
    public nonisolated init() {}

    public func publish(_ parameter: ChangedParameter) { publish(.parameter(parameter)) }
    public func publish(_ news: News) { publish(.news(news)) }
    /// Reports that parameters changed, or that hands came to them or left them. Batches then fetch these changes.
    public func publishChanges() {
        hasChanges = isWatched
        if isWatched { wakeListener() }
    }
    /// Publishes the levels of targets, in decibels below full scale; −∞ for silence, and for a level that is no longer known.
    public func publish(levels: [String: Double]) {
        guard isWatched, !levels.isEmpty else { return }
        self.levels.merge(levels) { $1 }
        wakeListener()
    }
    /// A new configuration is in force, or the present one has other labels or declarers: every stream gets the whole state again.
    /// Generations increase. To be called before anything else about a new configuration is published.
    public func publishReload(_ generation: UInt64) { publish(.reloaded(generation: generation)) }

    public func publish(_ message: MonitorResource) {
        if isMonitored, messages.append(message) { wakeListener() }
    }

    private func publish(_ event: Event) {
        if case .parameter = event, !isFollowed { return }
        guard isWatched else { return }
        changes.append(event, key: event.key)
        wakeListener()
    }

    private func wakeListener() {
        guard !isScheduled else { return }
        isScheduled = true
        wake?()
    }

    /// Sets what the server listens to. `wake` is called when an event waits.
    func listen(watched: Bool, followed: Bool, monitored: Bool, wake: (() -> Void)?) {
        (isWatched, isFollowed, isMonitored, self.wake) = (watched, followed, monitored, wake)
        listenings += 1
        if !watched { (_, levels) = (changes.removeAll(), [:]) }
        if !monitored { messages.reset() }
        if watched { onListen() }
    }

    func take() -> [Event] {
        isScheduled = false
        defer { (hasChanges, levels) = (false, [:]) }
        return changes.removeAll() + (hasChanges ? [.changes] : []) + (levels.isEmpty ? [] : [.levels(levels)])
            + messages.removeAll().map { .message($0) }
    }
}
