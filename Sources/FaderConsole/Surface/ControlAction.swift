public import FaderModel

/// What a control does to the parameter it is mapped to.
public enum ControlAction: Sendable, Equatable, BitwiseCopyable {
    /// The parameter goes where the control goes.
    case follow
    /// A press moves by so many steps.
    case step(by: Int, StepSize)
    /// A press turns on what is off, and off what is on; of other kinds it changes between both ends.
    case toggle
    /// The same; while another button of its kind with this action is down, what lies between them becomes as that one's is.
    case toggleSpan
    /// A press goes on by so many options, from the last to the first.
    case cycle(by: Int)
    /// A press sets this value.
    case set(Double)
    /// A press sets this value, the release brings back the one before.
    case hold(Double)
    /// A press brings the default back.
    case reset
    /// A press shows the strips so many further on. Like the next three, it drives no parameter.
    case bank(by: Int)
    /// A press shows a page; the page that is shown already gives way to the first.
    case page(Int)
    /// A press shows the page so many further on, from the last to the first.
    case turn(by: Int)
    /// A modifier with this bit: on while it is down, or, if it latches, until it is pressed again.
    case modifier(Int, latches: Bool)

    /// Whether it switches what the surface shows, in place of a parameter.
    public var isOfDeck: Bool {
        switch self {
        case .bank, .page, .turn, .modifier: true
        case .follow, .step, .toggle, .toggleSpan, .cycle, .set, .hold, .reset: false
        }
    }
}
