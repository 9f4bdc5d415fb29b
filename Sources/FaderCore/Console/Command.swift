/// What the async world asks the MIDI thread to do with a parameter. A plain value: it crosses the ring as it is.
public enum Command: Sendable, BitwiseCopyable, Equatable {
    /// Set a value.
    case set(parameter: Int, Double, Origin)
    /// Set the value at a place of the travel, as fader motion does: snapped to the step.
    case setPosition(parameter: Int, Position, Origin)
    /// Set both ends of the range whose low end this is, as one change. The outcome tells the low end.
    case setBoth(low: Int, Double, Double, Origin)
    /// Move by so many steps.
    case step(parameter: Int, by: Int, StepSize, Origin)
    /// Back to the default.
    case reset(parameter: Int, Origin)
    /// Move along the travel to a value, straight, in so much time; exactly there at the end. Toggles, choices and texts jump. A hand
    /// on the parameter, then or on the way, keeps it where the hand wants it; any other change ends the move too.
    case glide(parameter: Int, to: Double, over: MonotonicTime.Interval, Origin)

    /// The parameter it is about; of a range, the low end.
    public var parameter: Int {
        switch self {
        case .set(let parameter, _, _), .setPosition(let parameter, _, _), .setBoth(let parameter, _, _, _),
            .step(let parameter, _, _, _), .reset(let parameter, _), .glide(let parameter, _, _, _):
            parameter
        }
    }

    /// Group numbers from here on are given by callers, those below by the console.
    public static let firstCallersGroup: UInt32 = 1 << 31
}

/// What a change came to.
public struct Outcome: Sendable, BitwiseCopyable, Equatable {
    /// The value now.
    public var value: Double
    /// Its revision: goes up by one with every change.
    public var revision: UInt64
    /// Whether the range, or the other end of it, changed what was asked.
    public var isClamped: Bool
    /// Whether it was refused: not a number.
    public var isRefused: Bool
}

/// A parameter that changed, as it is now.
public struct ParameterReport: Sendable, BitwiseCopyable, Equatable {
    /// Index in the configuration.
    public var parameter: Int
    /// The value now.
    public var value: Double
    /// Its revision.
    public var revision: UInt64
    /// Who asked for the last change.
    public var origin: Origin
    /// The control that moved it last; −1 where none did.
    public var control: Int
    /// The number of the change: one for all reports of a gesture, and one for all parameters that a command, or several with a number
    /// of their caller, changed. Below 2³¹ by the console, which counts from 1 at every start; 0: never changed.
    public var group: UInt32
    /// The value before the first change of that number since another number changed it.
    public var before: Double

    /// A report from its parts. Without a value before, that is the value now.
    public init(
        parameter: Int, value: Double, revision: UInt64, origin: Origin, control: Int, group: UInt32 = 0, before: Double? = nil
    ) {
        self.parameter = parameter
        self.value = value
        self.revision = revision
        self.origin = origin
        self.control = control
        self.group = group
        self.before = before ?? value
    }
}

/// What happened since the console was made. Counts of messages, both directions of all surfaces together.
public struct Statistics: Sendable, BitwiseCopyable, Equatable {
    /// Messages that came in.
    public var messagesIn: UInt64 = 0
    /// Messages the system took.
    public var messagesOut: UInt64 = 0
    /// Times the system dropped input.
    public var overruns: UInt64 = 0
    /// Messages ignored because a device sent back what it was sent.
    public var echoes: UInt64 = 0
    /// Messages that had to wait for room.
    public var blocked: UInt64 = 0
    /// Messages the system refused for good.
    public var failures: UInt64 = 0

    /// All zero.
    public init() {}
}

/// Something a person should be told once.
public enum Notice: Sendable, BitwiseCopyable, Equatable {
    /// A surface sends back everything it is sent.
    case echoing(surface: Int)
    /// The system dropped input; so many times in all.
    case overrun(count: UInt64)
    /// The system refuses to send to a surface (errno).
    case failing(surface: Int, Int32)
}
