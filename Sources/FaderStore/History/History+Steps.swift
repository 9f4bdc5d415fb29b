internal import FaderValues

/// Finding a step of undo or redo, which changes nothing. `begin` carries it out.
extension History {
    /// The values before the newest entries that count; nil if there is nothing to undo.
    ///
    /// - Parameters:
    ///   - ids: only changes of these parameters; nil for all. If an end of a range cannot go back because the other has moved since, what
    ///     moved the other is undone with it.
    ///   - reach: how far back. Entries whose undo would change no value are undone along the way. A parameter stays as it is if an entry
    ///     beyond the reach has changed it since.
    public func undo(ids: Set<String>? = nil, _ reach: HistoryStep.Reach = .entries(1), in scene: HistoryScene = HistoryScene())
        -> HistoryStep?
    {
        step(.undo, ids, reach, scene)
    }

    /// The values after the changes undone last; nil if there is nothing to redo. What was undone together is redone together.
    public func redo(ids: Set<String>? = nil, _ reach: HistoryStep.Reach = .entries(1), in scene: HistoryScene = HistoryScene())
        -> HistoryStep?
    {
        step(.redo, ids, reach, scene)
    }

    private func step(_ direction: HistoryStep.Direction, _ ids: Set<String>?, _ reach: HistoryStep.Reach, _ scene: HistoryScene)
        -> HistoryStep?
    {
        var search = Search(direction: direction, reach: reach, scene: scene, trial: self)
        search.go(ids)
        guard search.changeCount > 0 else { return nil }
        search.makeRoom()
        return HistoryStep(
            direction: direction, values: search.values, parts: search.parts, actCount: search.actCount, crowded: search.crowded)
    }

    /// The changes that a step skips because their parameters cannot have such values now, or the value before was not known. Each
    /// parameter once, with the value that it would have got; newest first.
    ///
    /// - Parameters:
    ///   - step: nil if none was found; then these are all changes that were wanted.
    ///   - reach: how far the step was to go.
    ///   - floor: the lowest entry that was wanted; nil: any.
    public func passedOver(
        _ direction: HistoryStep.Direction, _ step: HistoryStep?, _ reach: HistoryStep.Reach = .entries(1), ids: Set<String>? = nil,
        floor: UInt64? = nil, fits: (String, KeptValue) -> Bool
    ) -> [(id: String, value: KeptValue, wasKnown: Bool)] {
        var known: Set<String> = []
        var passed: [(id: String, value: KeptValue, wasKnown: Bool)] = []
        let lowest = max(step?.numbers.first ?? 0, floor ?? 0)
        let oldestUndo =
            step?.parts.compactMap { part in position(of: part.number).flatMap { kept[$0].changes[part.id]?.undone } }.min() ?? 0
        for entry in kept.reversed() where reach.includes(entry) {
            for (id, change) in entry.changes.sorted(by: { $0.key < $1.key }) where ids?.contains(id) ?? true {
                let value = direction == .undo ? change.keptBefore : change.keptAfter
                let isPassed = direction == .undo ? change.undone == nil && entry.number >= lowest : change.undone ?? 0 > oldestUndo
                let wasKnown = direction == .redo || change.wasKnown
                if isPassed, !wasKnown || !fits(id, value), known.insert(id).inserted { passed.append((id, value, wasKnown)) }
            }
        }
        return passed
    }

    /// A change that undo or redo would include, and the value it would set.
    fileprivate typealias Find = (number: UInt64, id: String, value: KeptValue)

    /// The last recall with something left to take back; one whose values were all changed since is still the last. Undo takes back those
    /// values that nobody has changed since.
    public func lastRecall(in scene: HistoryScene = HistoryScene()) -> UInt64? {
        kept.last { entry in
            guard entry.origin == .recall, entry.changes.values.contains(where: { $0.undone == nil }) else { return false }
            if undo(.only(entry.number), in: scene) != nil { return true }
            let isWhole = entry.changes.values.allSatisfy { $0.undone == nil }
            return isWhole && !unchanged(.only(entry.number), nil, in: scene).isEmpty
        }?.number
    }

    public struct Unchanged: Equatable, Sendable {
        /// An entry that the undo does not include has changed them since.
        public var changed: Set<String> = []
        /// Ends of ranges without room, because the other end was changed since.
        public var blocked: Set<String> = []

        public var isEmpty: Bool { changed.isEmpty && blocked.isEmpty }
    }

    /// - Parameter step: the step of that undo; nil if it sets nothing.
    public func unchanged(
        _ reach: HistoryStep.Reach, _ step: HistoryStep?, ids: Set<String>? = nil, in scene: HistoryScene = HistoryScene()
    ) -> Unchanged {
        var (all, blocked) = (Set<String>(), Set<String>())
        visit(reach, scene) { entry, left in
            guard entry.number >= step?.numbers.first ?? 0 else { return false }
            let wanted = entry.changes.filter { id, change in
                change.undone == nil && ids?.contains(id) ?? true && Self.canGoBack(change, in: scene)
            }
            all.formUnion(left.changed.intersection(wanted.keys))
            blocked.formUnion(left.blocked.intersection(wanted.keys))
            return true
        }
        return Unchanged(changed: all.subtracting(blocked), blocked: blocked)
    }

    private static func canGoBack(_ change: HistoryChange, in scene: HistoryScene) -> Bool {
        change.wasKnown && scene.make(change.id, change.keptBefore) != nil
    }

    /// Calls `body` with each entry of a reach and what stays because of entries outside it, newest first, until it returns false.
    private func visit(_ reach: HistoryStep.Reach, _ scene: HistoryScene, _ body: (Entry, Unchanged) -> Bool) {
        var left = Unchanged()
        for entry in kept.reversed() {
            let standing = entry.changes.filter { $1.undone == nil }
            guard reach.includes(entry) else {
                left.changed.formUnion(standing.keys)
                continue
            }
            for (id, change) in standing where !left.changed.contains(id) {
                guard let other = scene.partner(id), left.changed.contains(other), let value = scene.make(id, change.keptBefore),
                    let there = scene.current(other), !scene.fits(id, value, there)
                else { continue }
                left.blocked.insert(id)
            }
            guard body(entry, left) else { return }
        }
    }

    /// The wanted changes of the newest entry that has any that count.
    fileprivate func nextUndo(_ ids: Set<String>?, _ reach: HistoryStep.Reach, _ scene: HistoryScene) -> [Find] {
        var finds: [Find] = []
        visit(reach, scene) { entry, left in
            let found = entry.changes.filter { id, change in
                change.undone == nil && ids?.contains(id) ?? true && !left.changed.contains(id) && !left.blocked.contains(id)
                    && Self.canGoBack(change, in: scene)
            }
            finds = found.map { (entry.number, $0, $1.keptBefore) }.sorted { $0.1 < $1.1 }
            return finds.isEmpty
        }
        return finds
    }

    /// The wanted changes that were undone last, and those of the other ends of ranges undone with them; oldest first.
    fileprivate func nextRedo(_ ids: Set<String>?, _ scene: HistoryScene) -> [Find] {
        var last: UInt64 = 0
        var wanted: Set<String> = []
        for entry in kept {
            for (id, change) in entry.changes where ids?.contains(id) ?? true {
                guard let undo = change.undone, undo >= last, scene.make(id, change.keptAfter) != nil else { continue }
                if undo > last { wanted = [] }
                last = undo
                wanted.insert(id)
            }
        }
        let linked = wanted.union(wanted.compactMap(scene.partner))
        return kept.flatMap { entry in
            entry.changes.filter { $1.undone == last && linked.contains($0) && scene.make($0, $1.keptAfter) != nil }
                .map { (entry.number, $0, $1.keptAfter) }.sorted { $0.1 < $1.1 }
        }
    }
}

/// A step in the making, and the history to which it would lead.
private struct Search {
    let direction: HistoryStep.Direction
    let reach: HistoryStep.Reach
    let scene: HistoryScene
    var trial: History
    var values: [String: KeptValue] = [:]
    var parts: [HistoryStep.Part] = []
    var actCount = 0
    var changeCount = 0
    var crowded: Set<String> = []

    mutating func go(_ ids: Set<String>?) {
        while true {
            if case .entries(let count, _) = reach, changeCount >= count { return }
            let found = next(ids)
            guard let first = found.first else { return }
            if case .to(let number) = reach {
                guard direction == .undo ? first.number > number : trial.isUndone(number, ids) else { return }
            }
            let counts = found.contains(where: changes)
            if counts { changeCount += 1 }
            include(found, by: counts ? nil : act(of: found))
        }
    }

    /// Changes without effect join the last act of the same parameters: redo then brings back both.
    private func act(of found: [History.Find]) -> Int? {
        guard direction == .undo else { return nil }
        return parts.last { part in found.contains { $0.id == part.id } }?.act
    }

    private func next(_ ids: Set<String>?) -> [History.Find] {
        direction == .undo ? trial.nextUndo(ids, reach, scene) : trial.nextRedo(ids, scene)
    }

    private func changes(_ find: History.Find) -> Bool {
        let now = values[find.id].flatMap { scene.make(find.id, $0) } ?? scene.current(find.id)
        return scene.make(find.id, find.value) != now
    }

    /// Includes changes, as part of an act; nil: as an act of their own.
    private mutating func include(_ found: [History.Find], by act: Int?) {
        if act == nil { actCount += 1 }
        let act = act ?? actCount - 1
        let included = found.map { HistoryStep.Part(number: $0.number, id: $0.id, act: act) }
        for find in found { values[find.id] = find.value }
        parts += included
        let undo = trial.reserveUndos(1)
        for (id, parts) in Dictionary(grouping: included, by: \.id) { trial.carry(id, parts, direction) { _ in undo } }
    }

    /// If an end of a range cannot reach its value, this includes the changes that put the other end in its way. If undo finds nothing, it
    /// goes further back with the end itself, because both had room at the beginning.
    mutating func makeRoom() {
        let asked = Set(values.keys)
        for id in asked.sorted() {
            guard let other = scene.partner(id) else { continue }
            while !fits(id, other) {
                var found = next([other])
                if found.isEmpty, direction == .undo { found = next([id]) }
                if found.isEmpty {
                    crowded.formUnion([id, other])
                    break
                }
                include(found, by: max(actCount - 1, 0))
            }
        }
    }

    private func fits(_ id: String, _ other: String) -> Bool {
        guard let value = values[id].flatMap({ scene.make(id, $0) }) else { return true }
        guard let there = values[other].flatMap({ scene.make(other, $0) }) ?? scene.current(other) else { return true }
        return scene.fits(id, value, there)
    }
}
