internal import Synchronization

/// What a second machine keeps of this state, and this one of another's.
extension StateStore {
    /// What has changed since a mark, and the mark of now; without a mark, everything.
    public func pieces(since mark: StateMark?) -> (pieces: StatePieces, now: StateMark) {
        let (history, shelf, remembered, revisions) = saver.state.withLock {
            ($0.history, $0.snapshots, $0.remembered, (history: $0.historyRevision, remembered: $0.rememberedRevision))
        }
        let marks = history.marks
        let now = StateMark(
            snapshots: shelf.revision, history: revisions.history, remembered: revisions.remembered, stamp: marks.map(\.stamp).max() ?? 0)
        var pieces = StatePieces()
        if mark?.snapshots != now.snapshots { pieces.shelf = shelf }
        if mark?.history != now.history {
            pieces.numbers = marks.map(\.number)
            let since = mark?.stamp
            pieces.entries = marks.filter { entry in since.map { entry.stamp > $0 } ?? true }.compactMap { history.entry($0.number) }
        }
        if mark?.remembered != now.remembered {
            var kept = Remembered()
            (kept.views, kept.held, kept.relations) = (remembered.views, remembered.held, remembered.relations)
            pieces.remembered = kept
        }
        return (pieces, now)
    }

    /// Adopts what has changed in the leader's state. False if entries of the history are missing: ask for everything again.
    public func adopt(_ pieces: StatePieces) -> Bool {
        var isComplete = true
        change { state in
            let now = SuspendingClock.now
            var isToWake = false
            if let shelf = pieces.shelf, shelf.text != state.snapshots.text || shelf.names != state.snapshots.names {
                isToWake = state.change(now, snapshots: { $0.replace(by: shelf) }) || isToWake
            }
            if let numbers = pieces.numbers {
                let own = Dictionary(state.history.entries.map { ($0.number, $0) }) { first, _ in first }
                let new = Dictionary(pieces.entries.map { ($0.number, $0) }) { first, _ in first }
                let entries = numbers.compactMap { new[$0] ?? own[$0] }
                isComplete = entries.count == numbers.count
                if entries != state.history.entries { isToWake = state.change(now, history: { $0 = History(entries) }) || isToWake }
            }
            if let kept = pieces.remembered {
                isToWake =
                    state.remember(at: now) { ($0.views, $0.held, $0.relations) = (kept.views, kept.held, kept.relations) } || isToWake
            }
            return isToWake
        }
        return isComplete
    }
}
