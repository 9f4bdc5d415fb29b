/// How a parameter stands to its group, as the console and the state file know it.
///
/// The member's value is kept together with that of the group, not their difference: so the member is exactly where it was whenever the
/// group is. The difference may reach beyond the member's range.
public struct Relation: Sendable, BitwiseCopyable, Equatable {
    /// The value that the member had while the group had `group`; −∞ if it is off whatever the group does. For a member of a mute, the state
    /// that it has by itself. Nil for a parameter that is in no group, or was never moved by it.
    public var value: Double?
    /// The value that the group had then; finite.
    public var group: Double
    /// What the member's target last made of a value that the group had set, if it rounds.
    public var rounded: Double?
    /// For a group, the last finite value at which it stood.
    public var last: Double?

    public init(value: Double? = nil, group: Double = 0, rounded: Double? = nil, last: Double? = nil) {
        (self.value, self.group, self.rounded, self.last) = (value, group, rounded, last)
    }
}
