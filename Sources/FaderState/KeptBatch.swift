public import FaderCore

/// Values that nothing configures, ready for the state file: made where nobody waits, taken up in one step.
public struct KeptBatch: Sendable {
    /// Finished, in the order of their ids.
    let entries: [StateEntry]

    /// The values as they were left behind at `age`; see `KeptValues`. Takes a while for many: call it on a thread of its own.
    ///
    /// All values are finite or −∞.
    public init(_ values: [(id: String, value: Value)], age: UInt64) {
        precondition(values.allSatisfy { $0.value.isStorable }, "a value that reaches the state is finite or −∞")
        entries = values.map { StateEntry($0.id, $0.value, age: age) }
    }
}
