public import FaderModel

/// Values that nothing configures, ready for the state file: prepared where nobody has to wait, taken up in one step.
public struct KeptBatch: Sendable {
    /// Finished entries, sorted by id.
    let entries: [StateEntry]

    /// Values that were left behind at `age`; see `KeptValues`. This takes a while for many: call it on a separate thread.
    ///
    /// All values are finite or −∞.
    public init(_ values: [(id: String, value: Value)], age: UInt64) {
        precondition(values.allSatisfy { $0.value.isStorable }, "a value that reaches the state is finite or −∞")
        entries = values.map { StateEntry($0.id, $0.value, age: age) }
    }
}
