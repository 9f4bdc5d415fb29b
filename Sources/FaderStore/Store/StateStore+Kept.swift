internal import Synchronization

/// Values of parameters that are not configured; `KeptValues` decides which of them stay.
extension StateStore {
    /// The ages from the file, for `KeptValues`; only once.
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

    /// Notes values as a new configuration altered them, but only those in the file with the same unit: a default that nobody chose is not
    /// added. Who chose one part of a compound has chosen all of it.
    ///
    /// - Parameter compounds: the ids of the parts of each compound.
    public func correct(_ values: [String: KeptValue], compounds: [[String]] = []) {
        if !values.isEmpty { change { $0.note(.corrected(values, compounds: compounds), isDue: true, at: .now) } }
    }

    /// The ages of values whose parameters are no longer configured; 0 if they are again. This alone causes no save.
    public func mark(_ ages: [String: UInt64]) {
        if !ages.isEmpty { change { $0.note(.ages(ages), isDue: false, at: .now) } }
    }

    /// Gives everything without a unit, as earlier versions saved it, that of its parameter, if configured. A later change of the unit then
    /// cannot give the numbers another meaning.
    ///
    /// - Parameter lacking: whether values in the file lack their units; see `KeptValues.adopt`.
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
