public import FaderModel

/// The contents of a state file that was missing at the start because its link led nowhere.
public struct LateState: Sendable {
    /// The values, as in a `LoadReport`.
    public let values: [String: Value]
    /// The ages, for `KeptValues`.
    public let ages: [String: UInt64]
}
