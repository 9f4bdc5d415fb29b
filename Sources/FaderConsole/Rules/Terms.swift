public import FaderValues

/// What a command is part of, and what it depends on. It crosses the ring with its command.
public struct Terms: Sendable, BitwiseCopyable, Equatable {
    /// Assigned by a caller; `.none`: a separate change.
    public var change: ChangeNumber
    /// If this is not true any more, the command changes nothing.
    public var expected: Expectation?
    public var grip: Grip

    public init(change: ChangeNumber = .none, expected: Expectation? = nil, grip: Grip = .none) {
        self.change = change
        self.expected = expected
        self.grip = grip
    }
}

/// How often some parameters have changed, as far as the caller knows. Compared in the same act as the change.
public struct Expectation: Sendable, BitwiseCopyable, Equatable {
    /// The parameters: a range has two, a color three.
    public var first: ParameterIndex, second: ParameterIndex?, third: ParameterIndex?
    /// The sum of their revisions in the console.
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
    case none
    /// The gesture takes hold, or keeps holding.
    case hold
    case letGo

    /// How long a gesture holds without another command.
    public static let silence = MonotonicTime.Interval.milliseconds(2000)
}

public struct PartValue: Sendable, BitwiseCopyable, Equatable {
    public var parameter: ParameterIndex
    public var value: Double

    public init(_ parameter: ParameterIndex, _ value: Double) {
        self.parameter = parameter
        self.value = value
    }
}
