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
        case surfaces([SurfaceResource], generation: UInt64)
        case reloaded(generation: UInt64)
        case message(MonitorResource)

        /// Events of one key replace each other.
        var key: String {
            switch self {
            case .parameter(let parameter): parameter.id
            case .surfaces: "\u{0}surfaces"
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
        var isMonitored = false
        var isScheduled = false
        var wake: (@Sendable () -> Void)?
    }

    private static let mostMessages = 4096
    private let state = Mutex(State())

    /// A hub to be shared by a daemon and its server.
    public init() {}

    /// Whether anybody listens to changes. If not, the daemon need not make resources.
    public var isWatched: Bool { state.withLock(\.isWatched) }
    /// Whether anybody reads the monitor stream.
    public var isMonitored: Bool { state.withLock(\.isMonitored) }

    /// Reports that a parameter changed.
    public func publish(_ parameter: ChangedParameter) { publish(.parameter(parameter)) }
    /// Reports that a surface came or went; `surfaces` lists all surfaces.
    public func publish(_ surfaces: [SurfaceResource], generation: UInt64) { publish(.surfaces(surfaces, generation: generation)) }
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
    func listen(watched: Bool, monitored: Bool, wake: (@Sendable () -> Void)?) {
        state.withLock { state in
            state.isWatched = watched
            state.isMonitored = monitored
            state.wake = wake
            if !watched { _ = state.changes.removeAll() }
            if !monitored { state.messages = [] }
        }
    }

    /// Removes and returns all waiting events, in order.
    func take() -> [Event] {
        state.withLock { state in
            state.isScheduled = false
            defer { state.messages = [] }
            return state.changes.removeAll() + state.messages.map { .message($0) }
        }
    }
}
