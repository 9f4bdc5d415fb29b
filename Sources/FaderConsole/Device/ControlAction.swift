public import FaderValues

/// What a control does to the parameter it is mapped to.
public enum ControlAction: Sendable, Equatable, BitwiseCopyable {
    /// The parameter follows the control.
    case follow
    /// A press moves it by this many steps.
    case step(by: Int, StepLength)
    /// A press turns a toggle on or off; a parameter of another kind switches between both ends.
    case toggle
    /// The same, but while another button of its kind with this action is down, all buttons between them take that one's state.
    case toggleSpan
    /// A press moves on by this many options, from the last to the first.
    case cycle(by: Int)
    /// A press sets this value.
    case set(Double)
    /// A press sets this value; the release restores the one before.
    case hold(Double)
    /// A press moves the value by this much; the release brings the one before back. If it latches, the next press does that.
    case offset(by: Double, latches: Bool)
    /// A press would set or hold an option that the target does not have now: it is refused. The number is the place of the option among those
    /// that the config mentions.
    case missing(Int)
    /// A press restores the default.
    case reset
    /// A press presses a trigger, whose state the lamp shows.
    case press(TriggerLamp)
    /// It is not pressed by a hand but reported by a program: while it is on, the lamps of a trigger are lit.
    case light
    /// A press moves on by this many strips. Like the next four, it drives no parameter.
    case bank(by: Int)
    /// A press shows a page; if it is already shown, the first page is shown instead.
    case page(Int)
    /// A press moves on by this many pages, from the last to the first.
    case turn(by: Int)
    /// A modifier with this bit: on while it is down, or, if it latches, until it is pressed again.
    case modifier(Int, latches: Bool)
    case select

    /// Whether it switches what the surface shows, rather than a parameter.
    public var switchesDeck: Bool {
        switch self {
        case .bank, .page, .turn, .modifier, .select: true
        case .follow, .step, .toggle, .toggleSpan, .cycle, .set, .hold, .offset, .missing, .reset, .press, .light: false
        }
    }

    public var endsAtRelease: Bool {
        switch self {
        case .follow, .hold, .offset(_, latches: false), .modifier(_, latches: false), .toggleSpan: true
        case .step, .toggle, .cycle, .set, .offset, .missing, .reset, .press, .light, .bank, .page, .turn, .modifier, .select: false
        }
    }

    public var isPress: Bool { if case .press = self { true } else { false } }
}

/// What the lamp of a button is sent for each state of its trigger: raw values of its message; nil: its values for off, on and on.
public struct TriggerLamp: Sendable, Equatable, BitwiseCopyable {
    public var idle: UInt32?
    /// It runs, or the program that it controls says that it is on.
    public var running: UInt32?
    /// It has failed: sent twice, for a moment each.
    public var failed: UInt32?

    public init(idle: UInt32? = nil, running: UInt32? = nil, failed: UInt32? = nil) {
        (self.idle, self.running, self.failed) = (idle, running, failed)
    }
}
