internal import Synchronization

/// The snapshots, saved with the values. Changes are visible at once; a `flush` afterwards makes them durable.
extension StateStore {
    /// Every snapshot that can be read, by name.
    public var snapshots: [String: Snapshot] { saver.state.withLock { $0.snapshots }.snapshots }

    /// One snapshot; nil if there is none with that name.
    public func snapshot(_ name: String) -> Snapshot? { saver.state.withLock { $0.snapshots }[name]?.snapshot }

    /// Stores a snapshot, replacing any of that name; nil deletes it.
    ///
    /// Throws `.invalidName` or `.noRoom`, or for nil `.noSnapshot`; then nothing has changed.
    public func setSnapshot(_ name: String, _ snapshot: Snapshot?) throws(StateError) {
        if let snapshot { return try setSnapshots([name: snapshot]) }
        try shelve { shelf throws(StateError) in try shelf.remove(name) }
    }

    /// Stores many snapshots, all or none, each replacing any of that name.
    ///
    /// Throws `.invalidName` or `.noRoom`; then nothing has changed.
    public func setSnapshots(_ snapshots: [String: Snapshot]) throws(StateError) {
        let entries = try entries(of: snapshots, over: saver.state.withLock { $0.snapshots })
        try shelve { shelf throws(StateError) in try shelf.set(entries) }
    }

    /// Throws what `setSnapshots` would throw now, and changes nothing.
    public func checkSnapshots(_ snapshots: [String: Snapshot]) throws(StateError) {
        var shelf = saver.state.withLock { $0.snapshots }
        try shelf.set(try entries(of: snapshots, over: shelf))
    }

    private func entries(
        of snapshots: [String: Snapshot], over old: SnapshotShelf
    ) throws(StateError) -> [String: SnapshotShelf.Entry] {
        // Their text is rendered before the lock is taken, because it may be long.
        var entries: [String: SnapshotShelf.Entry] = [:]
        for (name, snapshot) in snapshots {
            try Self.check(name)
            precondition(
                snapshot.values.values.allSatisfy(\.value.isStorable), "a value of a snapshot was one of a parameter: finite or −∞")
            // Fields of the old snapshot that this version does not know stay.
            entries[name] = SnapshotShelf.Entry(snapshot, others: old[name]?.others ?? [:])
        }
        return entries
    }

    /// Gives a snapshot another name, in one save.
    ///
    /// Throws `.noSnapshot`, `.snapshotExists` or `.invalidName`; then nothing has changed.
    public func renameSnapshot(_ name: String, to other: String) throws(StateError) {
        try Self.check(other)
        try shelve { shelf throws(StateError) in try shelf.rename(name, to: other) }
    }

    private func shelve(_ body: (inout SnapshotShelf) throws(StateError) -> Void) throws(StateError) {
        try change { state throws(StateError) in try state.change(.now, snapshots: body) }
    }

    private static func check(_ name: String) throws(StateError) {
        if let problem = Snapshot.problem(ofName: name) { throw .invalidName(name, reason: problem) }
    }
}
