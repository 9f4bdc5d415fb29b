public import FaderValues

/// What a command is part of, and what it depends on. A plain value: it crosses the ring with its command.
public struct Terms: Sendable, BitwiseCopyable, Equatable {
    /// The number of the change it is part of, assigned by a caller; `.none`: a separate change.
    public var change: ChangeNumber
    /// What must still be true; otherwise the command changes nothing. Nil: no condition.
    public var expected: Expectation?
    /// What it means for the gesture that holds its parameters.
    public var grip: Grip

    /// Terms from their parts; without arguments, a separate change that depends on nothing.
    public init(change: ChangeNumber = .none, expected: Expectation? = nil, grip: Grip = .none) {
        self.change = change
        self.expected = expected
        self.grip = grip
    }
}

/// How often some parameters have changed, as far as the caller knows. It is compared in the same act as the change, so nothing comes
/// between.
public struct Expectation: Sendable, BitwiseCopyable, Equatable {
    /// The parameters. A range has two, a color three.
    public var first: ParameterIndex, second: ParameterIndex?, third: ParameterIndex?
    /// Their revisions in the console, added up.
    public var changes: UInt64

    /// - Parameter parameters: At most three.
    public init(_ parameters: [ParameterIndex], changes: UInt64) {
        precondition((1...3).contains(parameters.count), "a parameter or the parts of a compound are expected")
        first = parameters[0]
        second = parameters.count > 1 ? parameters[1] : nil
        third = parameters.count > 2 ? parameters[2] : nil
        self.changes = changes
    }
}

/// What a command means for the gesture of a program, which holds a parameter as a hand holds a fader.
public enum Grip: UInt8, Sendable, BitwiseCopyable, Equatable {
    /// The command belongs to no gesture.
    case none
    /// The gesture takes hold, or keeps holding.
    case hold
    /// The gesture lets go.
    case letGo

    /// How long a gesture holds without another command.
    public static let silence = MonotonicTime.Interval.milliseconds(2000)
}

/// A value for one of several parameters that are set as one change.
public struct PartValue: Sendable, BitwiseCopyable, Equatable {
    /// The parameter.
    public var parameter: ParameterIndex
    /// Its value.
    public var value: Double

    /// A value for a parameter.
    public init(_ parameter: ParameterIndex, _ value: Double) {
        self.parameter = parameter
        self.value = value
    }
}
