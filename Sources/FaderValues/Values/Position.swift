/// A point along a control's travel, 0…1. The taper turns it into a value and back.
public struct Position: Hashable, Sendable, BitwiseCopyable, Comparable {
    /// 0 (bottom, left) … 1 (top, right); never NaN.
    public let fraction: Double

    /// Clamped to 0…1; NaN becomes 0.
    @inlinable @inline(__always)
    public init(_ fraction: Double) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
    }

    /// A fraction that is known to be within 0…1.
    @inlinable @inline(__always)
    init(known fraction: Double) { self.fraction = fraction }

    /// The position of a place, which is not beyond the last.
    @inlinable @inline(__always)
    public init(place: UInt32, of places: MessagePositions) {
        self.init(known: places.middle == 0 ? Double(place) / Double(places.last) : places.fraction(of: place))
    }

    /// The position of a raw number in a message, out of `maximum`.
    @inlinable
    public init(raw: UInt32, of maximum: UInt32) {
        self.init(Double(raw) / Double(maximum))
    }

    /// The nearest, in a message whose highest raw value is `maximum`.
    @inlinable
    public func raw(of maximum: UInt32) -> UInt32 {
        // Rounds without a call of the C library. The sum is below 2³², because the fraction is at most 1.
        UInt32(truncatingIfNeeded: Int64(fraction * Double(maximum) + 0.5))
    }

    @inlinable @inline(__always)
    public func raw(of places: MessagePositions) -> UInt32 { places.middle == 0 ? raw(of: places.last) : places.nearest(to: fraction) }

    public static func < (left: Position, right: Position) -> Bool { left.fraction < right.fraction }
}
