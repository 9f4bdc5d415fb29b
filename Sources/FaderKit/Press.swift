/// A press of a trigger.
public struct Press: Sendable, Equatable {
    /// The control, such as `desk play`, or the name that a program gave itself; nil if neither is known.
    public let by: String?
    /// The number of the press, which goes up as long as the daemon runs.
    public let run: UInt64
}
