public import FaderModel
internal import Synchronization

/// Values that nothing configures; see `KeptValues`, which decides which of them stay.
extension StateStore {
    /// Returns the ages from the file, for `KeptValues`; only the first call gets them.
    public func takeAges() -> [String: UInt64] {
        ages.withLock { ages in
            defer { ages = [:] }
            return ages
        }
    }

    /// Takes up many such values in one step. Quick, however many.
    public func keep(_ batch: KeptBatch) {
        if !batch.entries.isEmpty { change { $0.note(.kept(batch), isDue: true, at: .now) } }
    }

    /// Takes up what a new configuration makes of values, for those that are in the file: a default that nobody chose does not come into it.
    public func correct(_ values: [String: Value]) {
        if !values.isEmpty { change { $0.note(.corrected(values), isDue: true, at: .now) } }
    }

    /// Takes up which stored values nothing configures any more, and since when; 0: something does again. This alone does not cause a save.
    public func mark(_ ages: [String: UInt64]) {
        if !ages.isEmpty { change { $0.note(.ages(ages), isDue: false, at: .now) } }
    }

    /// Deletes values from the file, with a sentence about it for `status`.
    public func forget(_ ids: [String], warning: String) {
        guard !ids.isEmpty else { return }
        change { state in
            state.forgetting = warning
            return state.note(.forgotten(ids), isDue: true, at: .now)
        }
    }

    /// The state that was missing at the start, once it has been found. For one reader.
    public var late: AsyncStream<LateState> { saver.late }
}
