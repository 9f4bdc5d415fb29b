internal import Synchronization

/// Values that nothing configures; see `KeptValues`, which knows which of them are to stay.
extension StateStore {
    /// The ages that the file had, once: for `KeptValues`.
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

    /// Takes up which stored values nothing configures any more, and since when; 0: something does again. That alone is no reason to save.
    public func mark(_ ages: [String: UInt64]) {
        if !ages.isEmpty { change { $0.note(.ages(ages), isDue: false, at: .now) } }
    }

    /// Takes values out of the file, with a sentence about that for `status`.
    public func forget(_ ids: [String], warning: String) {
        guard !ids.isEmpty else { return }
        change { state in
            state.forgetting = warning
            return state.note(.forgotten(ids), isDue: true, at: .now)
        }
    }
}
