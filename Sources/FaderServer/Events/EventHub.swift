public import FaderAPI
internal import NIOCore
internal import Synchronization

/// Takes the daemon's reports of what happens and passes them to the server's event streams.
///
/// The daemon calls `publish` from any thread. `publish` never waits for a listener and never fails; while nobody listens, it only checks a
/// flag. If listeners are too slow, only the newest state of each parameter is kept and some MIDI messages are only counted, so memory
/// stays bounded.
public final class EventHub: Sendable {
    enum Event: Sendable {
        case parameter(ChangedParameter)
        /// Parameters changed, so batches have something to fetch.
        case changes
        case news(News)
        case reloaded(generation: UInt64)
        case message(MonitorResource)

        /// A newer event replaces a waiting one with the same key.
        var key: String {
            switch self {
            case .parameter(let parameter): parameter.id
            case .changes: "\u{0}changes"
            case .news(let news): news.key
            case .reloaded: "\u{0}reloaded"
            case .message: ""
            }
        }
    }

    private struct State {
        var changes = Backlog<Event>(shortest: 1024)
        var messages = WaitingMessages(most: 4096)
        var isWatched = false
        var listenings: UInt64 = 0
        var isFollowed = false
        var hasChanges = false
        var isMonitored = false
        var isScheduled = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// A hub to be shared by a daemon and its server.
    public init() {}

    /// Whether anybody listens to changes and news. If not, the daemon does not have to make them.
    public var isWatched: Bool { state.withLock(\.isWatched) }
    /// Goes up whenever a stream begins or ends.
    public var listenings: UInt64 { state.withLock(\.listenings) }
    /// Whether anybody listens to every single change of parameters, not only to batches.
    public var isFollowed: Bool { state.withLock(\.isFollowed) }
    /// Whether anybody reads the monitor stream.
    public var isMonitored: Bool { state.withLock(\.isMonitored) }

    /// Reports that a parameter changed.
    public func publish(_ parameter: ChangedParameter) { publish(.parameter(parameter)) }
    /// Reports something else.
    public func publish(_ news: News) { publish(.news(news)) }
    /// Reports that parameters changed, or that hands came to them or left them. Batches then fetch these changes.
    public func publishChanges() {
        wakeIfNeeded { state in
            state.hasChanges = state.isWatched
            return state.isWatched
        }
    }
    /// Reports that a new configuration is in force, or that the present one has more to show. Every stream then gets the whole state
    /// again. The numbers of configurations increase. Call this before anything of a new configuration is reported.
    public func publishReload(_ generation: UInt64) { publish(.reloaded(generation: generation)) }

    /// Reports a MIDI message.
    public func publish(_ message: MonitorResource) {
        wakeIfNeeded { state in state.isMonitored && state.messages.append(message) }
    }

    private func publish(_ event: Event) {
        wakeIfNeeded { state in
            if case .parameter = event, !state.isFollowed { return false }
            guard state.isWatched else { return false }
            state.changes.append(event, key: event.key)
            return true
        }
    }

    /// Decides under the lock, and wakes the listener outside it.
    private func wakeIfNeeded(_ change: (inout State) -> Bool) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard change(&state), !state.isScheduled else { return nil }
            state.isScheduled = true
            return state.wake
        }
        wake?()
    }

    /// Sets what the server listens to. `wake` is called, from any thread, when there is something to take.
    func listen(watched: Bool, followed: Bool, monitored: Bool, wake: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.isWatched = watched
            state.listenings += 1
            state.isFollowed = followed
            state.isMonitored = monitored
            state.wake = wake
            if !watched { _ = state.changes.removeAll() }
            if !monitored { state.messages.reset() }
        }
    }

    /// Removes and returns all waiting events, in order.
    func take() -> [Event] {
        state.withLock { state in
            state.isScheduled = false
            defer { state.hasChanges = false }
            return state.changes.removeAll() + (state.hasChanges ? [.changes] : []) + state.messages.removeAll().map { .message($0) }
        }
    }
}
