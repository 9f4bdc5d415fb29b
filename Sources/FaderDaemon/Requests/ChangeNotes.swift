internal import FaderModel
internal import FaderServer
internal import FaderTargets
internal import Synchronization

/// What is known of the newest changes beside their values: which client made them, or which target asked for them. Safe
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
    /// A number for a change if it is to be known later who made it; else the console gives it one.
    func notedChange(by writer: String?) -> ChangeNumber {
        writer != nil || !desk.targets.isEmpty ? nextChange(by: writer) : .none
    }

    /// Whoever makes the request that is being answered; nil if no target needs to know, and outside of requests.
    ///
    /// - Parameter name: the name that it gives itself; nil: none.
    func client(by name: String?) -> Targets.Writer? {
        guard !desk.targets.isEmpty, let peer = Peer.current else { return nil }
        let run = desk.targets.hasRun ? peer.variable(Targets.runVariable).flatMap { UInt64($0) } : nil
        return Targets.Writer(run: run, clues: peer.clues.union(["name \(name ?? "")"]))
    }
}
