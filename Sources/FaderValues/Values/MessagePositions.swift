/// The places along a control's travel as its messages count them: 0…`last`, equally spaced, but one of them may be moved to the middle.
@frozen public struct MessagePositions: Equatable, Sendable, BitwiseCopyable {
    /// The place at the end; at least 1.
    public let last: UInt32
    /// Exactly half-way, although there is one place more on one side of it; 0: none is.
    public let middle: UInt32

    /// Equally spaced places.
    @inlinable @inline(__always)
    public init(last: UInt32) { (self.last, middle) = (last, 0) }

    /// A middle between 0 and `last`. All other places are where they are without it.
    @inlinable
    public init(last: UInt32, middle: UInt32) { (self.last, self.middle) = (last, middle) }

    /// The same places, counted from the other end.
    @inlinable var turned: MessagePositions { middle == 0 ? self : MessagePositions(last: last, middle: last - middle) }

    /// How far along the travel a place is, 0…1, where there is a middle.
    @usableFromInline
    func fraction(of place: UInt32) -> Double { place == middle ? 0.5 : Double(place) / Double(last) }

    /// The place nearest to a fraction of the travel, where there is a middle.
    @usableFromInline
    func nearest(to fraction: Double) -> UInt32 {
        let nearest = Position(known: fraction).raw(of: last)
        if fraction <= (self.fraction(of: middle - 1) + 0.5) / 2 { return min(nearest, middle - 1) }
        return fraction < (self.fraction(of: middle + 1) + 0.5) / 2 ? middle : max(nearest, middle + 1)
    }
}
