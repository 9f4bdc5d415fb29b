/// A place along a control's travel, 0…1. The taper turns it into a value and back.
public struct Position: Hashable, Sendable, BitwiseCopyable, Comparable {
    /// 0 (bottom, left) … 1 (top, right); never NaN.
    public let fraction: Double

    /// Clamped to 0…1; NaN becomes 0.
    public init(_ fraction: Double) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
    }

    /// The position that a raw value of a message stands for.
    public init(raw: UInt32, of maximum: UInt32) {
        self.init(Double(raw) / Double(maximum))
    }

    /// The nearest raw value of a message whose highest raw value is `maximum`.
    public func raw(of maximum: UInt32) -> UInt32 {
        UInt32((fraction * Double(maximum)).rounded())
    }

    /// Compares the places along the travel.
    public static func < (left: Position, right: Position) -> Bool { left.fraction < right.fraction }
}
