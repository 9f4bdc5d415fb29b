/// How travel becomes value.
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
    /// Travel 0…1.
    public var position: Double
    /// Value there.
    public var value: Double

    /// A corner from its parts.
    public init(_ position: Double, _ value: Double) {
        self.position = position
        self.value = value
    }
}

/// The corners of a `points` taper, kept outside the scales made with them: a scale stays plain bytes, and using one on the MIDI thread
/// costs no reference counting.
@safe public final class TaperCorners: Sendable {
    /// Positions and values rise, also for a turned travel. They never change.
    nonisolated(unsafe) let points: UnsafeBufferPointer<TaperPoint>

    /// The corners of a parameter's taper; nil where it has none.
    public init?(of spec: ParameterSpec) {
        guard case .points(let points) = spec.taper, !points.isEmpty else { return nil }
        let rising = spec.isTurned ? points.reversed().map { TaperPoint(1 - $0.position, $0.value) } : points
        let memory = UnsafeMutableBufferPointer<TaperPoint>.allocate(capacity: rising.count)
        _ = unsafe memory.initialize(fromContentsOf: rising)
        unsafe self.points = UnsafeBufferPointer(memory)
    }

    deinit { unsafe points.deallocate() }
}
