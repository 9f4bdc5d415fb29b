public import FaderModel

/// What a control does to the parameter it is mapped to.
public enum ControlAction: Sendable, Equatable, BitwiseCopyable {
    /// The parameter goes where the control goes.
    case follow
    /// A press moves by so many steps.
    case step(by: Int, StepSize)
    /// A press turns on what is off, and off what is on; of other kinds it changes between both ends.
    case toggle
    /// A press goes on by so many options, from the last to the first.
    case cycle(by: Int)
    /// A press sets this value.
    case set(Double)
    /// A press sets this value, the release brings back the one before.
    case hold(Double)
    /// A press brings the default back.
    case reset
}
