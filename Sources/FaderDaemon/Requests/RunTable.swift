internal import FaderModel
internal import FaderServer
internal import FaderTargets
internal import Synchronization

/// Which changes were made by programs that a target of kind `exec` has run, so that a circle of such changes is recognized. Safe to use from
/// anywhere.
final class RunTable: Sendable {
    /// The most changes that are remembered.
    private static let most = 1_024

    private struct State {
        var runs: [ChangeNumber: UInt64] = [:]
        /// The changes in the order in which they were noted, in a circle.
        var order: [ChangeNumber] = []
        var next = 0
    }

    private let state = Mutex(State())

    /// Notes that a run makes a change.
    func note(_ change: ChangeNumber, by run: UInt64) {
        state.withLock { state in
            if state.order.count < Self.most {
                state.order.append(change)
            } else {
                state.runs[state.order[state.next]] = nil
                state.order[state.next] = change
                state.next = (state.next + 1) % Self.most
            }
            state.runs[change] = run
        }
    }

    /// The run that made a change; nil if none did.
    subscript(change: ChangeNumber) -> UInt64? { state.withLock { $0.runs[change] } }
}

extension Daemon {
    /// The run whose program makes the request that is being answered; nil if none does.
    var callingRun: UInt64? {
        guard desk.targets.hasRun, let peer = Peer.current else { return nil }
        return peer.variable(Targets.runVariable).flatMap { UInt64($0) }
    }
}
