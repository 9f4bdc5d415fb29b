internal import FaderValues

/// The raw values at both ends of a travel. Positions, echoes and what is shown count from its bottom; the lowest value is added only to
/// messages. So a fader that stops short is as exact as any other.
public struct RawRange: Sendable, Equatable, BitwiseCopyable {
    /// At the bottom.
    public var lowest: UInt32
    /// From there to the top; at least 1.
    public var span: UInt32

    /// From one value to a higher one.
    public init(_ lowest: UInt32, _ highest: UInt32) {
        self.lowest = lowest
        span = max(highest, lowest + 1) - lowest
    }

    /// The whole range of a message.
    public init(_ address: MessageAddress) { self.init(0, address.kind.maximumRaw) }

    /// The offset of a raw value within the range, from 0 to `span`.
    @inlinable
    public func place(of raw: UInt32) -> UInt32 { min(raw > lowest ? raw - lowest : 0, span) }

    /// The whole range of 7 bits, in which 64 can be the middle.
    var isSevenBits: Bool { lowest == 0 && span == 127 }

    /// The places of a travel, which may be inverted.
    ///
    /// - Parameter hasMiddle: What the control drives has a middle: with 7 bits, that is 64.
    func places(isInverted: Bool, hasMiddle: Bool) -> MessagePositions {
        hasMiddle && isSevenBits ? MessagePositions(last: span, middle: isInverted ? 63 : 64) : MessagePositions(last: span)
    }
}
