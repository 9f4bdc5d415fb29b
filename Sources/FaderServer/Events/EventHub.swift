public import FaderAPI
internal import NIOCore
internal import Synchronization

/// Where the daemon reports what happens and the server's event streams receive it.
///
/// The daemon calls `publish` from any thread; it never waits and never fails. While nobody listens it costs one check of a flag. If
/// listeners are too slow, changes are coalesced to the newest state of each parameter, so memory stays bounded whatever they do.
public final class EventHub: Sendable {
    /// Something that happened.
    enum Event: Sendable {
        case parameter(ChangedParameter)
        /// Parameters changed: batches have something to fetch.
        case changes
        case news(News)
        case reloaded(generation: UInt64)
        case message(MonitorResource)

        /// Events of one key replace each other.
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
        var messages: [MonitorResource] = []
        var missed: UInt64 = 0
        var isWatched = false
        var isFollowed = false
        var hasChanges = false
        var isMonitored = false
        var isScheduled = false
        var wake: (@Sendable () -> Void)?
    }

    private static let mostMessages = 4096
    private let state = Mutex(State())

    /// A hub to be shared by a daemon and its server.
    public init() {}

    /// Whether anybody listens at all. If not, the daemon need not make news.
    public var isWatched: Bool { state.withLock(\.isWatched) }
    /// Whether anybody listens to every single change of a parameter, not only to batches.
    public var isFollowed: Bool { state.withLock(\.isFollowed) }
    /// Whether anybody reads the monitor stream.
    public var isMonitored: Bool { state.withLock(\.isMonitored) }

    /// Reports that a parameter changed.
    public func publish(_ parameter: ChangedParameter) { publish(.parameter(parameter)) }
    /// Reports something else.
    public func publish(_ news: News) { publish(.news(news)) }
    /// Reports that parameters changed, or that hands came to them or left: batches fetch these changes.
    public func publishChanges() {
        wakeIfNeeded { state in
            state.hasChanges = state.isWatched
            return state.isWatched
        }
    }
    /// Reports that a new configuration is in force, or that the present one has more to show: every stream gets the whole state again.
    /// Configuration numbers increase; nothing of a configuration is reported before this call.
    public func publishReload(_ generation: UInt64) { publish(.reloaded(generation: generation)) }

    /// Reports a MIDI message.
    public func publish(_ message: MonitorResource) {
        wakeIfNeeded { state in
            guard state.isMonitored else { return false }
            guard state.messages.count < Self.mostMessages else {
                state.missed += 1 + message.missed
                return false
            }
            state.messages.append(message)
            state.messages[state.messages.count - 1].missed += state.missed
            state.missed = 0
            return true
        }
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

    /// Sets what is listened to; `wake` is called, from any thread, when there is something to take.
    func listen(watched: Bool, followed: Bool, monitored: Bool, wake: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.isWatched = watched
            state.isFollowed = followed
            state.isMonitored = monitored
            state.wake = wake
            if !watched { _ = state.changes.removeAll() }
            if !monitored { (state.messages, state.missed) = ([], 0) }
        }
    }

    /// Removes and returns all waiting events, in order.
    func take() -> [Event] {
        state.withLock { state in
            state.isScheduled = false
            defer {
                state.messages = []
                state.hasChanges = false
            }
            return state.changes.removeAll() + (state.hasChanges ? [.changes] : []) + state.messages.map { .message($0) }
        }
    }
}
