internal import FaderValues
internal import Synchronization

/// The snapshots, saved with the values. Changes are visible at once; a `flush` afterwards makes them durable.
extension StateStore {
    /// Every snapshot that can be read, by name.
    public var snapshots: [String: Snapshot] { saver.state.withLock { $0.snapshots }.snapshots }

    /// Every snapshot that can be read, in the order in which people want them.
    public var snapshotsInOrder: [(name: String, snapshot: Snapshot)] {
        let shelf = saver.state.withLock { $0.snapshots }
        return shelf.names.compactMap { name in shelf[name]?.snapshot.map { (name, $0) } }
    }

    public func snapshot(_ name: String) -> Snapshot? { saver.state.withLock { $0.snapshots }[name]?.snapshot }

    /// Replaces any of that name; nil deletes it. Throws `.invalidName` or `.noRoom`, or for nil `.noSnapshot`; then nothing has changed.
    public func setSnapshot(_ name: String, _ snapshot: Snapshot?) throws(StateError) {
        if let snapshot { return try setSnapshots([name: snapshot]) }
        try shelve { shelf throws(StateError) in try shelf.remove(name) }
    }

    /// Stores a snapshot. If it replaces one of that name, it keeps that one's fade. Returns what is stored. Throws `.invalidName` or
    /// `.noRoom`; then nothing has changed.
    public func setSnapshotKeepingFade(_ name: String, _ snapshot: Snapshot) throws(StateError) -> Snapshot {
        var stored = snapshot
        try set { old in
            stored.over = old[name]?.snapshot?.over
            return [name: stored]
        }
        return stored
    }

    /// All or none, each replacing any of that name. Throws `.invalidName` or `.noRoom`; then nothing has changed.
    ///
    /// - Parameter order: the order that they get; nil: present snapshots keep their places.
    public func setSnapshots(_ snapshots: [String: Snapshot], order: [String]? = nil) throws(StateError) {
        try set(order: order) { _ in snapshots }
    }

    /// Throws what `setSnapshots` would throw now, and changes nothing.
    public func checkSnapshots(_ snapshots: [String: Snapshot]) throws(StateError) {
        var shelf = saver.state.withLock { $0.snapshots }
        try shelf.set(try entries(of: snapshots, over: shelf))
    }

    /// Nil: to the end. Throws `.noSnapshot`; then nothing has changed.
    public func moveSnapshot(_ name: String, before other: String?) throws(StateError) {
        try shelve { shelf throws(StateError) in try shelf.move(name, before: other) }
    }

    /// `make` is called again if the snapshots change meanwhile.
    private func set(order: [String]? = nil, _ make: (SnapshotShelf) -> [String: Snapshot]) throws(StateError) {
        var isDone = false
        while !isDone {
            let old = saver.state.withLock { $0.snapshots }
            // Rendered before the lock is taken: it may be long.
            let entries = try entries(of: make(old), over: old)
            try shelve { shelf throws(StateError) in
                guard shelf.revision == old.revision else { return }
                try shelf.set(entries, order: order)
                isDone = true
            }
        }
    }

    private func entries(
        of snapshots: [String: Snapshot], over old: SnapshotShelf
    ) throws(StateError) -> [String: SnapshotShelf.Entry] {
        var entries: [String: SnapshotShelf.Entry] = [:]
        for (name, snapshot) in snapshots {
            try Self.check(name)
            precondition(
                snapshot.values.values.allSatisfy(\.value.isStorable), "a value of a snapshot was one of a parameter: finite or −∞")
            // Fields that this version does not know stay.
            entries[name] = SnapshotShelf.Entry(snapshot, others: old[name]?.others ?? [:])
        }
        return entries
    }

    /// Renames it in one save. Throws `.noSnapshot`, `.snapshotExists` or `.invalidName`; then nothing has changed.
    public func renameSnapshot(_ name: String, to other: String) throws(StateError) {
        try Self.check(other)
        try shelve { shelf throws(StateError) in try shelf.rename(name, to: other) }
    }

    private func shelve(_ body: (inout SnapshotShelf) throws(StateError) -> Void) throws(StateError) {
        try change { state throws(StateError) in try state.change(.now, snapshots: body) }
    }

    private static func check(_ name: String) throws(StateError) {
        if let problem = SnapshotName.problem(name) { throw .invalidName(name, reason: problem) }
    }
}
