public enum Taper: Sendable, Equatable {
    /// Value in proportion to travel.
    case linear
    /// Equal travel for equal ratios: for frequencies and times. Minimum and maximum must have the same sign, and neither may be 0.
    case log
    /// The mixer fader law, see `AudioLaw`. The value is in decibels.
    case audio
    /// Straight lines between points (position, value): positions rise from 0 to 1, values only rise or only fall.
    case points([TaperPoint])
}

/// One corner of a `points` taper.
public struct TaperPoint: Sendable, Equatable, BitwiseCopyable {
    /// 0…1.
    public var position: Double
    public var value: Double

    public init(_ position: Double, _ value: Double) {
        self.position = position
        self.value = value
    }
}
