public import FaderCore
internal import Synchronization

/// The history of all changes, saved with the values.
extension StateStore {
    /// The history now: a copy, for reading and for the steps of undo and redo.
    ///
    /// Who undoes takes a step from it, sets its values, and then calls `commit`; one undo at a time.
    public var history: History { saver.state.withLock { $0.history } }

    /// Takes up a value that has changed, and the change in the history, in one step. As cheap as `note`.
    ///
    /// For the parameters see `History.record`. What undo and redo did is to be noted, not recorded.
    public func record(_ id: String, before: Value, after: Value, origin: Origin, group: UInt32, time: Double) {
        precondition(before.isStorable && after.isStorable, "a value that reaches the state has been clamped, so it is finite or −∞")
        change { state in
            let now = SuspendingClock.now
            let isToWake = state.note(CollectionOfOne((key: id, value: after)), at: now)
            return state.change(now) {
                $0.record(id, before: before, after: after, origin: origin, group: group, time: time)
            } || isToWake
        }
    }

    /// Takes up that the values of a step have been set; see `History.commit`. A `flush` afterwards makes it durable.
    public func commit(_ step: HistoryStep, except: Set<String> = []) {
        change { $0.change(.now) { $0.commit(step, except: except) } }
    }
}
