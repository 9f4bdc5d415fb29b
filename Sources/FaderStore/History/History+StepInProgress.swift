public import FaderValues

/// Carrying out a step: each of its changes is recorded when it is reported, so history and values have the same order, with the changes of
/// others before and after.
extension History {
    struct StepInProgress: Sendable {
        let step: HistoryStep
        let change: ChangeNumber
        let firstUndo: UInt64
        let parts: [String: [HistoryStep.Part]]
        /// Parameters whose change has not been reported yet.
        var left: Set<String>
    }

    /// Call it before the values are set as one change with this number. It ends an earlier step.
    public mutating func begin(_ step: HistoryStep, change: ChangeNumber) {
        let first = step.direction == .undo ? reserveUndos(step.actCount) : 0
        stepInProgress = StepInProgress(
            step: step, change: change, firstUndo: first, parts: Dictionary(grouping: step.parts, by: \.id), left: Set(step.values.keys))
    }

    /// Records a change that undo or redo made, in order. One that the step did not intend, such as a pushed end of a range or one that
    /// others overtook, is recorded like any other.
    ///
    /// - Parameter make: fits a value from the history into the parameter's present range.
    public mutating func follow(
        _ id: String, before: Value, after: Value, change: ChangeNumber, time: Double, unit: String = "", by: String? = nil,
        make: (KeptValue) -> Value?
    ) {
        if let stepInProgress, stepInProgress.change == change {
            let isCrowded = stepInProgress.step.direction == .undo && stepInProgress.step.crowded.contains(id)
            guard let value = stepInProgress.step.values[id] else {
                // There is no room for both ends, and where this one stopped is not worth recording.
                if isCrowded { return }
                return record(id, before: before, after: after, origin: .undo, change: change, time: time, unit: unit, by: by)
            }
            if stepInProgress.left.contains(id), isCrowded || make(value) == after, carry(id, on: stepInProgress) {
                self.stepInProgress?.left.remove(id)
                return
            }
        }
        record(id, before: before, after: after, origin: .undo, change: change, time: time, unit: unit, by: by)
    }

    /// Ends a step when all its changes have been reported. A parameter that did not change counts as carried out, unless somebody else has
    /// changed it or it did not reach the step's value.
    ///
    /// - Parameters:
    ///   - except: parameters that could not be set.
    ///   - isThere: whether a parameter already has the value that it would get if set to this one.
    public mutating func finish(_ change: ChangeNumber, except: Set<String> = [], isThere: (String, KeptValue) -> Bool) {
        guard let stepInProgress, stepInProgress.change == change else { return }
        self.stepInProgress = nil
        for id in stepInProgress.left.subtracting(except).sorted() {
            guard let value = stepInProgress.step.values[id] else { continue }
            let isCrowded = stepInProgress.step.crowded.contains(id)
            switch stepInProgress.step.direction {
            case .undo:
                if isUntouched(id, on: stepInProgress), isCrowded || isThere(id, value) { _ = carry(id, on: stepInProgress) }
            case .redo:
                // Else an end without room beside the other would come up again at every redo.
                if isThere(id, value) { _ = carry(id, on: stepInProgress) } else if isCrowded { forgetUndone(id) }
            }
        }
    }

    /// Its newest change is the step's own, or ends at the step's value.
    private func isUntouched(_ id: String, on stepInProgress: StepInProgress) -> Bool {
        guard let newest = kept.last(where: { $0.changes[id].map { $0.undone == nil } ?? false }) else { return true }
        if newest.changes[id]?.keptAfter == stepInProgress.step.values[id] { return true }
        return stepInProgress.parts[id]?.contains { $0.number == newest.number } ?? false
    }

    /// False if the changes are no longer in the history.
    private mutating func carry(_ id: String, on stepInProgress: StepInProgress) -> Bool {
        let parts = stepInProgress.parts[id] ?? []
        guard let anchor = Self.anchor(parts, stepInProgress.step.direction), let position = position(of: anchor.number),
            let change = kept[position].changes[id]
        else { return false }
        let isThere =
            switch stepInProgress.step.direction {
            case .undo: change.undone == nil && change.keptBefore == stepInProgress.step.values[id]
            case .redo: change.undone != nil && change.keptAfter == stepInProgress.step.values[id]
            }
        guard isThere else { return false }
        carry(id, parts, stepInProgress.step.direction) { stepInProgress.firstUndo + UInt64($0) }
        return true
    }

    /// Undo begins at the oldest part, redo at the newest.
    private static func anchor(_ parts: [HistoryStep.Part], _ direction: HistoryStep.Direction) -> HistoryStep.Part? {
        direction == .undo ? parts.min { $0.number < $1.number } : parts.max { $0.number < $1.number }
    }

    /// Marks changes of a parameter: undo those that count, from the oldest part on; redo those up to the newest part. Changes between the
    /// parts, or made meanwhile, are marked like the older part.
    mutating func carry(_ id: String, _ parts: [HistoryStep.Part], _ direction: HistoryStep.Direction, undo: (Int) -> UInt64) {
        guard let anchor = Self.anchor(parts, direction), let position = position(of: anchor.number) else { return }
        switch direction {
        case .undo:
            var act = anchor.act
            for place in kept.indices[position...] {
                if let part = parts.first(where: { $0.number == kept[place].number }) { act = part.act }
                guard var change = kept[place].changes[id], change.undone == nil else { continue }
                change.undone = undo(act)
                put(change, id, at: place)
                // As long as any change of the entry counts, more may join it.
                if kept[place].changes.values.allSatisfy({ $0.undone != nil }) { close(place) }
            }
        case .redo:
            for place in kept.indices[...position] {
                guard var change = kept[place].changes[id], change.undone != nil else { continue }
                change.undone = nil
                put(change, id, at: place)
            }
        }
    }

    func isUndone(_ number: UInt64, _ ids: Set<String>?) -> Bool {
        guard let position = position(of: number) else { return false }
        return kept[position].changes.contains { $1.undone != nil && ids?.contains($0) ?? true }
    }
}
