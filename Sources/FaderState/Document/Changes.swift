internal import FaderModel

/// Everything that has changed since the last save, as of one moment.
struct Changes: Sendable {
    /// Changes of many entries; parts are in the order in which they happened.
    enum Part: Sendable {
        /// Values of parameters.
        case values([String: Value])
        /// Other values for parameters that have one in the file; those of others are left out.
        case corrected([String: Value])
        /// Values that nothing configures.
        case kept(KeptBatch)
        /// The ages of parameters that nothing configures; 0: something configures it again.
        case ages([String: UInt64])
        /// The ids of values to delete.
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
    /// What all surfaces show, if one shows something else.
    var views: [String: SurfaceView]?
}
