internal import FaderCore

/// What has changed since the last save, all of it of one moment.
struct Changes: Sendable {
    /// Something that happened to many entries, in the order of its coming.
    enum Part: Sendable {
        /// Values of parameters.
        case values([String: Value])
        /// Values that nothing configures.
        case kept(KeptBatch)
        /// Since when nothing configures some parameters; 0: something does.
        case ages([String: UInt64])
        /// Values that are to go.
        case forgotten([String])
    }

    /// What happened before `values`.
    var earlier: [Part] = []
    /// The newest value of every parameter that changed: bounded by the number of parameters.
    var values: [String: Value] = [:]
    /// All snapshots, if there was a change of one.
    var snapshots: SnapshotShelf?
    /// The whole history, if it has changed. A copy that shares its memory until the next change.
    var history: History?
}
