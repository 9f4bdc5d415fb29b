internal import FaderValues
internal import Synchronization

/// Gives numbers to changes that have to be told apart. Safe to use from anywhere.
final class ChangeNumbers: Sendable {
    private let last = Atomic<UInt32>(0)

    /// The number of the next change. The console's own numbers are lower.
    func next() -> ChangeNumber { .ofCaller(last.wrappingAdd(1, ordering: .relaxed).newValue) }
}
