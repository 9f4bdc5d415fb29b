/// What has changed since the last save.
struct UnsavedChanges: Sendable {
    /// In the order in which they happened.
    enum Part: Sendable {
        case values([String: KeptValue])
        /// For parameters that have a value of the same unit in the file, or whose compound has another part with one there.
        case corrected([String: KeptValue], compounds: [[String]])
        /// Of parameters that are not configured.
        case kept(KeptBatch)
        /// 0 if the parameter is configured again.
        case ages([String: UInt64])
        /// For numbers that have none.
        case units([String: String])
        case forgotten([String])
    }

    /// What happened before `values`.
    var earlier: [Part] = []
    /// The newest of each parameter.
    var values: [String: KeptValue] = [:]
    /// All of them, if any has changed.
    var snapshots: SnapshotShelf?
    /// If it has changed. The copy shares its memory until the next change.
    var history: History?
    /// All of it, if any has changed.
    var remembered: Remembered?
}
