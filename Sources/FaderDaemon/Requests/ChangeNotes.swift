internal import FaderModel
internal import FaderServer
internal import FaderTargets
internal import Synchronization

/// What is known of the newest changes beside their values: by which run of a program they were made, or by which target they were asked for. Safe
/// to use from anywhere.
final class ChangeNotes<Note: Sendable>: Sendable {
    /// The most changes that are remembered.
    private static var most: Int { 1_024 }

    private struct State {
        var notes: [ChangeNumber: Note] = [:]
        /// The changes in the order in which they were noted, in a circle.
        var order: [ChangeNumber] = []
        var next = 0
    }

    private let state = Mutex(State())

    /// Notes something about a change before it is made.
    func note(_ note: Note, of change: ChangeNumber) {
        state.withLock { state in
            if state.order.count < Self.most {
                state.order.append(change)
            } else {
                state.notes[state.order[state.next]] = nil
                state.order[state.next] = change
                state.next = (state.next + 1) % Self.most
            }
            state.notes[change] = note
        }
    }

    /// What was noted about a change; nil if nothing was.
    subscript(change: ChangeNumber) -> Note? { state.withLock { $0.notes[change] } }
}

extension Daemon {
    /// The run whose program makes the request that is being answered; nil if none does.
    var callingRun: UInt64? {
        guard desk.targets.hasRun, let peer = Peer.current else { return nil }
        return peer.variable(Targets.runVariable).flatMap { UInt64($0) }
    }
}
