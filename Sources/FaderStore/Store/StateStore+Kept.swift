internal import Synchronization

/// Values of parameters that are not configured; see `KeptValues`, which decides which of them stay.
extension StateStore {
    /// Returns the ages from the file, for `KeptValues`; only the first call gets them.
    public func takeAges() -> [String: UInt64] {
        ages.withLock { ages in
            defer { ages = [:] }
            return ages
        }
    }

    /// Notes many such values in one step. Quick, however many there are.
    public func keep(_ batch: KeptBatch) {
        if !batch.entries.isEmpty { change { $0.note(.kept(batch), isDue: true, at: .now) } }
    }

    /// Notes values as a new configuration has altered them, but only those that are in the file, so that a default that nobody chose is
    /// not added. Whoever chose one part of a compound has chosen all of it. A value in the file that has another unit stays.
    ///
    /// - Parameter compounds: The ids of the parts of each compound.
    public func correct(_ values: [String: KeptValue], compounds: [[String]] = []) {
        if !values.isEmpty { change { $0.note(.corrected(values, compounds: compounds), isDue: true, at: .now) } }
    }

    /// Notes the ages of stored values whose parameters are no longer configured; 0 if they are configured again. This alone does not cause
    /// a save.
    public func mark(_ ages: [String: UInt64]) {
        if !ages.isEmpty { change { $0.note(.ages(ages), isDue: false, at: .now) } }
    }

    /// Gives everything that has no unit (values, snapshots and the history, as earlier versions saved them) the unit of its parameter, if
    /// that is configured now. A later change of the unit then cannot give these numbers another meaning.
    ///
    /// - Parameter lacking: Whether values in the file lack their units; see `KeptValues.adopt`.
    public func adopt(units: [String: String], lacking: Bool) {
        if !units.isEmpty { change { $0.adopt(units: units, lacking: lacking, at: .now) } }
    }

    /// Deletes values from the file, with a sentence about it for `status`.
    public func forget(_ ids: [String], warning: String) {
        guard !ids.isEmpty else { return }
        change { state in
            state.forgetting = warning
            return state.note(.forgotten(ids), isDue: true, at: .now)
        }
    }
}
