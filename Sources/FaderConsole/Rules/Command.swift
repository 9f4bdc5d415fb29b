public import FaderValues

/// What another thread asks the MIDI thread to do with a parameter. A plain value: it crosses the ring.
public enum Command: Sendable, BitwiseCopyable, Equatable {
    /// Set a value. NaN is refused.
    case set(parameter: ParameterIndex, Double, ChangeOrigin)
    /// Set the value at a position along the travel, snapped to the step as fader motion is.
    case setPosition(parameter: ParameterIndex, Position, ChangeOrigin)
    /// Set both ends of a range as one change; `low` is its low end. The outcome is that of the low end.
    case setBoth(low: ParameterIndex, Double, Double, ChangeOrigin)
    /// Sets several parts of a color as one change. The outcome is that of the first.
    case setParts(PartValue, PartValue, PartValue?, ChangeOrigin)
    /// Move by a number of steps.
    case step(parameter: ParameterIndex, by: Int, StepLength, ChangeOrigin)
    case reset(parameter: ParameterIndex, ChangeOrigin)
    /// Move in a straight line along the travel, ending exactly at the value. Toggles, choices and texts jump. A hand on the parameter, or
    /// any other change, ends the move.
    case glide(parameter: ParameterIndex, to: Double, over: MonotonicTime.Interval, ChangeOrigin)
    /// Holds a value as a button with `hold` does, until `endHold`.
    case hold(parameter: ParameterIndex, Double, ChangeOrigin)
    /// The value from before `hold` comes back, unless something else has changed it since. Does nothing if nothing is held.
    case endHold(parameter: ParameterIndex)
    /// Change nothing: for a gesture that holds on.
    case nothing(parameter: ParameterIndex)
    /// Changes nothing; records for `explain` what was decided elsewhere: a typed text was not a value, or a recall leaves the parameter as
    /// it is.
    case record(Decision.Kind, parameter: ParameterIndex, ChangeOrigin)
    /// Press a trigger. If a press waits already, this one is clamped.
    case press(parameter: ParameterIndex, ChangeOrigin)
    /// Show on the lamps of a trigger that it has failed, or stop showing it.
    case blink(parameter: ParameterIndex, Bool)
    /// Whether the program that a parameter belongs to is there. While it is not, only the target can set the parameter.
    case presence(parameter: ParameterIndex, Bool)
    /// Changes of a group with this command's number do not move its members, because the same act sets members, too.
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

    var changesNothing: Bool {
        switch self {
        case .nothing, .record, .blink, .presence, .leaveMembers, .endHold: true
        default: false
        }
    }

    public var setsSeveral: Bool {
        switch self {
        case .setBoth, .setParts: true
        default: false
        }
    }

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

public struct Outcome: Sendable, BitwiseCopyable, Equatable {
    public var value: Double
    /// The revision of the parameter. It goes up by one with every change.
    public var revision: Revision
    /// The range, or the other end of a range, has changed the value that was asked for.
    public var isClamped: Bool
    /// It was not a number, or only the target can change the parameter now.
    public var isRefused: Bool
    /// The caller's condition was not met, so nothing was changed.
    public var isUnmet = false
    /// A hand, which wins over a gesture and a glide, was on a control of the parameter, so nothing was changed.
    public var isInHand = false
}

/// A parameter that changed, as it is now.
public struct ParameterReport: Sendable, BitwiseCopyable, Equatable {
    public var parameter: ParameterIndex
    public var value: Double
    public var revision: Revision
    public var origin: ChangeOrigin
    /// The control that moved it last; nil if none has.
    public var control: ControlIndex?
    /// The number of the last change; `.none` if it has never changed.
    public var change: ChangeNumber
    /// The value before the first of the latest changes that share this number.
    public var before: Double
    /// Something other than its target set it to the value that it already had: its target may have another one. Then `origin` and `change`
    /// are of this attempt.
    public var isSetAgain = false
    /// Somebody has chosen its value or its target has reported it, in this run of the daemon or before.
    public var isSet = false
    /// What `isSet` was when the value was `before`.
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
    public var messagesIn: UInt64 = 0
    /// Messages that the system accepted.
    public var messagesOut: UInt64 = 0
    /// How often the system dropped input.
    public var overruns: UInt64 = 0
    /// Messages ignored because a device sent back what it was sent.
    public var echoes: UInt64 = 0
    /// Messages that had to wait for room.
    public var blocked: UInt64 = 0
    public var failures: UInt64 = 0
    /// System exclusive messages that came in broken.
    public var broken: UInt64 = 0

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
    public typealias Index = ParameterIndex
}
