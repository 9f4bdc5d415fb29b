/// How much farther an endless encoder goes when it is turned fast: a broken line from speed to factor, flat at both ends.
public struct Acceleration: Sendable, BitwiseCopyable, Equatable {
    /// Up to this speed, in detents a second, one detent is one step.
    public var slow: Double
    /// From this speed on, in detents per second, the full factor applies.
    public var fast: Double
    /// At least 1.
    public var factor: Double

    /// A line from its corners. `slow` must be less than `fast`.
    public init(slow: Double, fast: Double, factor: Double) {
        self.slow = slow
        self.fast = fast
        self.factor = factor
    }

    /// One detent is one step at any speed.
    public static let off = Acceleration(slow: 0, fast: 1, factor: 1)
    /// For encoders with detents: a quick flick goes four times as far.
    public static let gentle = Acceleration(slow: 12, fast: 60, factor: 4)
    /// For wide ranges and encoders with few detents.
    public static let strong = Acceleration(slow: 12, fast: 60, factor: 12)

    public func factor(at speed: Double) -> Double {
        guard speed > slow else { return 1 }
        return speed >= fast ? factor : 1 + (factor - 1) * (speed - slow) / (fast - slow)
    }
}
