public import FaderModel
internal import Synchronization

/// The contents of a state file that was missing at the start because its link led nowhere.
public struct LateState: Sendable {
    /// As in a `LoadReport`.
    public let values: [String: Value]
    /// For `KeptValues`.
    public let ages: [String: UInt64]
}

/// Hands a late state from the saving thread to whoever waits for it. This happens at most once.
final class Arrival: Sendable {
    private struct State {
        var late: LateState?
        var waiter: (@Sendable (LateState) -> Void)?
    }

    private let state = Mutex(State())

    func tell(_ late: LateState) {
        let waiter = state.withLock { state in
            state.late = late
            return state.waiter
        }
        waiter?(late)
    }

    func wait(_ waiter: @escaping @Sendable (LateState) -> Void) {
        let late = state.withLock { state in
            state.waiter = waiter
            return state.late
        }
        if let late { waiter(late) }
    }
}
