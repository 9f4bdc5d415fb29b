public import FaderModel

/// What was found at the start.
public struct LoadReport: Sendable, Equatable {
    /// Where the values come from.
    public enum Origin: Sendable, Equatable {
        /// There was no state file: a fresh start.
        case fresh
        /// The state file.
        case present
        /// The previous generation, because the state file was damaged or could not be read.
        case previous
        /// Nothing could be used; every parameter has its default. Not a fresh start.
        case nothing
    }

    /// The stored values by parameter id, including those of parameters that are no longer configured. In the parameter's unit, never NaN.
    ///
    /// The file does not record kinds: `"-inf"` comes as `.word("-inf")`, which `ParameterSpec.number(of:)` takes for −∞ if that is a
    /// value.
    public var values: [String: Value]
    /// Where the values come from.
    public var origin: Origin
    /// What a person should know, each a sentence; empty if all is well.
    public var warnings: [String]
}
