/// Everything that has changed since the last save, as of one moment.
struct UnsavedChanges: Sendable {
    /// Changes of many entries. Parts are in the order in which they happened.
    enum Part: Sendable {
        case values([String: KeptValue])
        /// For parameters that have a value of the same unit in the file, or whose compound has another part with one there.
        case corrected([String: KeptValue], compounds: [[String]])
        /// Values of parameters that are not configured.
        case kept(KeptBatch)
        /// The ages of values of parameters that are not configured; 0 if the parameter is configured again.
        case ages([String: UInt64])
        /// The units of parameters, for those whose number has none.
        case units([String: String])
        case forgotten([String])
    }

    /// The changes that happened before `values`.
    var earlier: [Part] = []
    /// The newest value of every parameter that changed. Bounded by the number of parameters.
    var values: [String: KeptValue] = [:]
    /// All snapshots, if any has changed.
    var snapshots: SnapshotShelf?
    /// The whole history, if it has changed. A copy that shares its memory until the next change.
    var history: History?
    /// Everything else that is remembered, if any of it is new.
    var remembered: Remembered?
}
