/// How a control without a motor takes hold of a parameter that is at another position.
public enum TakeoverMode: String, Sendable, CaseIterable, BitwiseCopyable {
    /// It does not wait: the parameter jumps to it.
    case jump
    /// It moves nothing until it reaches the parameter or passes it.
    case pickup
    /// The parameter moves at once, at a rate at which control and parameter reach the end of the travel together.
    case scale
    /// The parameter moves at once, by as much as the control. They meet at an end of the travel.
    case relative
}
