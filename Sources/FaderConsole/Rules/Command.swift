public import FaderValues

/// What the async world asks the MIDI thread to do with a parameter. A plain value: it crosses the ring unchanged.
public enum Command: Sendable, BitwiseCopyable, Equatable {
    /// Set a value. NaN is refused.
    case set(parameter: ParameterIndex, Double, ChangeOrigin)
    /// Set the value at a position along the travel, snapped to the step as fader motion is.
    case setPosition(parameter: ParameterIndex, Position, ChangeOrigin)
    /// Set both ends of a range as one change; `low` is its low end. The outcome is that of the low end.
    case setBoth(low: ParameterIndex, Double, Double, ChangeOrigin)
    /// Set several parts of a color, as one change. The outcome is that of the first.
    case setParts(PartValue, PartValue, PartValue?, ChangeOrigin)
    /// Move by a number of steps.
    case step(parameter: ParameterIndex, by: Int, StepLength, ChangeOrigin)
    /// Set it to its default.
    case reset(parameter: ParameterIndex, ChangeOrigin)
    /// Move in a straight line along the travel to a value in the given time, ending exactly there. Toggles, choices and texts jump. A hand
    /// on the parameter, at the start or on the way, ends the move and keeps the value where the hand wants it; any other change ends the
    /// move too.
    case glide(parameter: ParameterIndex, to: Double, over: MonotonicTime.Interval, ChangeOrigin)
    /// Set a value and hold it, as a button with `hold` does, until `endHold`.
    case hold(parameter: ParameterIndex, Double, ChangeOrigin)
    /// End what `hold` began, if it is going on: the value before it comes back, unless something else has changed it since. For any gesture
    /// that lets go.
    case endHold(parameter: ParameterIndex)
    /// Change nothing: for a gesture that holds on.
    case nothing(parameter: ParameterIndex)
    /// Change nothing, and record a decision for `explain` that was taken elsewhere: a typed text was not a value, or a recall leaves the
    /// parameter as it is.
    case record(Decision.Kind, parameter: ParameterIndex, ChangeOrigin)
    /// Press a trigger. If a press waits already, this one is clamped.
    case press(parameter: ParameterIndex, ChangeOrigin)
    /// Show on the lamps of a trigger that it has failed, or stop showing it.
    case blink(parameter: ParameterIndex, Bool)
    /// Note whether the program that a parameter belongs to is there. While it is not, only the target can set the parameter.
    case presence(parameter: ParameterIndex, Bool)
    /// Changes of a group that have the same number as this do not move its members, because they belong to an act that sets members, too.
    case leaveMembers(of: ParameterIndex)

    /// The parameter to change; for a range, its low end; for several parts, the first.
    public var parameter: ParameterIndex {
        switch self {
        case .set(let parameter, _, _), .setPosition(let parameter, _, _), .setBoth(let parameter, _, _, _),
            .step(let parameter, _, _, _), .reset(let parameter, _), .glide(let parameter, _, _, _), .nothing(let parameter),
            .hold(let parameter, _, _), .endHold(let parameter),
            .record(_, let parameter, _), .press(let parameter, _), .blink(let parameter, _),
            .presence(let parameter, _), .leaveMembers(let parameter):
            parameter
        case .setParts(let first, _, _, _): first.parameter
        }
    }

    /// Whether it leaves values and glides unchanged.
    var changesNothing: Bool {
        switch self {
        case .nothing, .record, .blink, .presence, .leaveMembers, .endHold: true
        default: false
        }
    }

    /// Whether it sets both ends of a range, or several parts of a color.
    public var setsSeveral: Bool {
        switch self {
        case .setBoth, .setParts: true
        default: false
        }
    }

    /// Who asked for the change.
    public var origin: ChangeOrigin {
        switch self {
        case .set(_, _, let origin), .setPosition(_, _, let origin), .setBoth(_, _, _, let origin), .setParts(_, _, _, let origin),
            .step(_, _, _, let origin), .reset(_, let origin), .glide(_, _, _, let origin), .record(_, _, let origin),
            .press(_, let origin), .hold(_, _, let origin):
            origin
        case .nothing, .blink, .presence, .leaveMembers, .endHold: .api
        }
    }
}

/// The result of a change.
public struct Outcome: Sendable, BitwiseCopyable, Equatable {
    /// The value now.
    public var value: Double
    /// Its revision: goes up by one with every change.
    public var revision: Revision
    /// Whether the value asked for was changed by the parameter's range, or by the other end of a range.
    public var isClamped: Bool
    /// Whether it was refused: not a number, or nobody but its target can change the parameter now.
    public var isRefused: Bool
    /// Whether the caller's condition was not met: then nothing was changed.
    public var isUnmet = false
    /// Whether a hand, which wins over a gesture and a glide, was on a control of the parameter: then nothing was changed.
    public var isInHand = false
}

/// A parameter that changed, as it is now.
public struct ParameterReport: Sendable, BitwiseCopyable, Equatable {
    /// Index in the configuration.
    public var parameter: ParameterIndex
    /// The value now.
    public var value: Double
    /// Its revision.
    public var revision: Revision
    /// Who asked for the last change.
    public var origin: ChangeOrigin
    /// The control that moved it last; nil if none did.
    public var control: ControlIndex?
    /// The number of the change; `.none`: never changed.
    public var change: ChangeNumber
    /// The value before the first of the latest changes that share this number.
    public var before: Double
    /// Something other than its target set it to the value that it already had: its target may have another value. Then `origin` and
    /// `change` are of this attempt, not of the last change.
    public var isSetAgain = false
    /// Somebody has chosen its value or its target has reported it, in this run of the daemon or before.
    public var isSet = false
    /// The same for `before`.
    public var wasSet = false
    /// A button or a program holds it at `value`: when that lets go, it returns to `before`.
    public var isHeld = false

    /// The value that is saved: while something holds the parameter, the value that it returns to.
    @inlinable public var lasting: Double { isHeld ? before : value }

    /// A report from its parts. `before` defaults to the value now.
    public init(
        parameter: ParameterIndex, value: Double, revision: Revision, origin: ChangeOrigin, control: ControlIndex?,
        change: ChangeNumber = .none,
        before: Double? = nil, isHeld: Bool = false, isSet: Bool = false, wasSet: Bool = false
    ) {
        self.isHeld = isHeld
        (self.isSet, self.wasSet) = (isSet, wasSet)
        self.parameter = parameter
        self.value = value
        self.revision = revision
        self.origin = origin
        self.control = control
        self.change = change
        self.before = before ?? value
    }
}

/// Counts since the daemon started, totaled over all surfaces.
public struct Statistics: Sendable, BitwiseCopyable, Equatable {
    /// Messages that came in.
    public var messagesIn: UInt64 = 0
    /// Messages that the system accepted.
    public var messagesOut: UInt64 = 0
    /// How often the system dropped input.
    public var overruns: UInt64 = 0
    /// Messages ignored because a device sent back what it was sent.
    public var echoes: UInt64 = 0
    /// Messages that had to wait for room.
    public var blocked: UInt64 = 0
    /// Messages that the system rejected for good.
    public var failures: UInt64 = 0
    /// System exclusive messages that came in broken.
    public var broken: UInt64 = 0

    /// All zero.
    public init() {}
}

/// Something a person should be told once.
public enum Notice: Sendable, BitwiseCopyable, Equatable {
    /// A surface sends back everything it is sent.
    case echoing(surface: SurfaceIndex)
    /// A motor without a touch sensor comes to rest this many raw steps away from where it was sent.
    case beside(control: ControlIndex, steps: Int32)
    /// The system dropped input; `count` is how often so far.
    case overrun(count: UInt64)
    /// The system rejects messages to a surface (errno).
    case failing(surface: SurfaceIndex, Int32)
    /// A device answered its greeting with something that no device of its protocol sends.
    case nonsense(surface: SurfaceIndex)
    /// A device refused the connection.
    case refused(surface: SurfaceIndex)
    /// A device identifies itself as something other than its profile describes.
    case misidentified(surface: SurfaceIndex, DeviceIdentity)
}

extension ParameterReport: RowElement {
    /// A row has one element for each parameter.
    public typealias Index = ParameterIndex
}
