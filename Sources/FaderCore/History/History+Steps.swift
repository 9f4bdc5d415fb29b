/// Undo and redo: first what to set, then, when that was done, `commit`. A step that is never committed has changed nothing.
extension History {
    /// What undo would set: the values before the newest entry that counts. nil: there is nothing to undo.
    public func undo() -> HistoryStep? { undo { _, _ in true } }

    /// What undo of some parameters alone would set: of the newest entry that counts and changed one of them.
    public func undo(ids: Set<String>) -> HistoryStep? { undo { id, _ in ids.contains(id) } }

    /// The same of the changes for which `isWanted` holds of the parameter and what it would be set to. What cannot be set, as the parameter
    /// is not configured or has another range now, has to be passed over here: else the same step would come again and again.
    public func undo(where isWanted: (String, Value) -> Bool) -> HistoryStep? {
        for entry in kept.reversed() {
            let changes = entry.changes.filter { $1.undone == nil && isWanted($0, $1.before) }
            if !changes.isEmpty { return HistoryStep(direction: .undo, number: entry.number, values: changes.mapValues(\.before)) }
        }
        return nil
    }

    /// What redo would set: the values after what was undone last. nil: there is nothing to redo.
    public func redo() -> HistoryStep? { redo { _, _ in true } }

    /// What redo of some parameters alone would set: of what was undone last of them.
    public func redo(ids: Set<String>) -> HistoryStep? { redo { id, _ in ids.contains(id) } }

    /// The same of the changes for which `isWanted` holds of the parameter and what it would be set to; see `undo(where:)`.
    public func redo(where isWanted: (String, Value) -> Bool) -> HistoryStep? {
        var last: (undo: UInt64, position: Int)?
        for (position, entry) in kept.enumerated() {
            for (id, change) in entry.changes {
                guard let undo = change.undone, undo > last?.undo ?? 0, isWanted(id, change.after) else { continue }
                last = (undo, position)
            }
        }
        guard let last else { return nil }
        let changes = kept[last.position].changes.filter { $1.undone == last.undo && isWanted($0, $1.after) }
        return HistoryStep(direction: .redo, number: kept[last.position].number, values: changes.mapValues(\.after))
    }

    /// The values of a step have been set. What changed in the meantime is seen to; a step committed twice counts once.
    /// - Parameter except: Parameters that were not set, or have been changed again since by somebody else.
    public mutating func commit(_ step: HistoryStep, except: Set<String> = []) {
        guard let position = position(of: step.number) else { return }
        switch step.direction {
        case .undo: commitUndo(step, at: position, except: except)
        case .redo: commitRedo(step, at: position, except: except)
        }
        removeEmpty()
    }

    private mutating func commitUndo(_ step: HistoryStep, at position: Int, except: Set<String>) {
        let newer = newerChanges(than: position, of: step)
        var undone: Set<String> = []
        for (id, value) in step.values where kept[position].changes[id].map({ $0.undone == nil }) ?? false {
            if let next = newer[id]?.first, kept[next].changes[id]?.before == value {
                put(nil, id, at: position)  // it was undone, and changed again since: there is nothing to redo
            } else if !except.contains(id) {
                undone.insert(id)
            }
        }
        // What happened between the step and its setting has been undone with it, newest first.
        let others = Set(newer.filter { undone.contains($0.key) }.flatMap(\.value))
        for other in others.sorted(by: >) { mark(undone, at: other) }
        mark(undone, at: position)
    }

    /// Where newer entries have changes of the step's parameters that count, oldest first.
    private func newerChanges(than position: Int, of step: HistoryStep) -> [String: [Int]] {
        var newer: [String: [Int]] = [:]
        for other in kept.indices[(position + 1)...] {
            for (id, change) in kept[other].changes where change.undone == nil && step.values[id] != nil {
                newer[id, default: []].append(other)
            }
        }
        return newer
    }

    /// Marks the changes of an entry undone that count and are of those parameters.
    private mutating func mark(_ ids: Set<String>, at position: Int) {
        let changes = kept[position].changes.filter { $1.undone == nil && ids.contains($0) }
        guard !changes.isEmpty else { return }
        let undo = nextUndo()
        for (id, change) in changes {
            put(Change(before: change.before, after: change.after, undone: undo), id, at: position)
        }
        close(position)
    }

    private mutating func commitRedo(_ step: HistoryStep, at position: Int, except: Set<String>) {
        for id in step.values.keys where !except.contains(id) {
            guard let change = kept[position].changes[id], change.undone != nil else { continue }
            put(Change(before: change.before, after: change.after), id, at: position)
        }
    }
}
