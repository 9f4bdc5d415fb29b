internal import FaderCore

/// What has changed since the last save, all of it of one moment.
struct Changes: Sendable {
    /// The newest value of every parameter that changed: bounded by the number of parameters.
    var values: [String: Value] = [:]
    /// All snapshots, if there was a change of one.
    var snapshots: SnapshotShelf?
    /// The whole history, if it has changed. A copy that shares its memory until the next change.
    var history: History?
}
