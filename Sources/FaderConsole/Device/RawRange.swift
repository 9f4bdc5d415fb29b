internal import FaderValues

/// The raw values at both ends of a travel. Positions, echoes and what is shown count from the bottom; only messages add the lowest value.
/// So a fader that stops short is as exact as any other.
public struct RawRange: Sendable, Equatable, BitwiseCopyable {
    public var lowest: UInt32
    /// How far the highest value is above the lowest; at least 1.
    public var span: UInt32

    public init(_ lowest: UInt32, _ highest: UInt32) {
        self.lowest = lowest
        span = max(highest, lowest + 1) - lowest
    }

    public init(_ address: MessageAddress) { self.init(0, address.kind.maximumRaw) }

    /// The offset of a raw value within the range, from 0 to `span`.
    @inlinable
    public func place(of raw: UInt32) -> UInt32 { min(raw > lowest ? raw - lowest : 0, span) }

    /// Whether these are all values of 7 bits, of which 64 can be the middle.
    var isSevenBits: Bool { lowest == 0 && span == 127 }

    /// `hasMiddle`: what the control drives has a middle, which is 64 with 7 bits.
    func places(isInverted: Bool, hasMiddle: Bool) -> MessagePositions {
        hasMiddle && isSevenBits ? MessagePositions(last: span, middle: isInverted ? 63 : 64) : MessagePositions(last: span)
    }
}
