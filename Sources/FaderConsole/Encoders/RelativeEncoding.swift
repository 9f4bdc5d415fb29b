/// How an endless encoder puts the detents it was turned into the value of a message.
///
/// The formulas are those of tttapa/Control-Surface (RelativeCCSender), MIDI2LR (ControlsModel) and DrivenByMoss (valuechanger). They are
/// also valid for 14 bits, where the middle is 8192 instead of 64. Two programs use the same name, "signed bit", for opposite encodings, so
/// neither name is used here.
public enum RelativeEncoding: String, Sendable, CaseIterable, BitwiseCopyable {
    /// 1 is one up and 127 one down: two's complement.
    case twos
    /// 65 is one up and 63 one down: the distance from the middle.
    case offset
    /// 1 is one up and 65 one down: the highest bit is a minus. Mackie Control.
    case signMagnitude = "sign-magnitude"
    /// 65 is one up and 1 one down: the highest bit is a plus. HUI.
    case invertedSignMagnitude = "inverted-sign-magnitude"
    /// The message itself means up, that of the next controller number means down; the value says how far.
    case nextController = "next-cc"
    /// The upper half of the values is one down, the lower half one up: the classic FaderPort.
    case direction
    /// A counter that goes round, from its highest value to 0: the difference from the value before, the shorter way round.
    case wrapping

    /// Unambiguous names that other programs use: REAPER's, Ableton Live's, Ardour's.
    public static let aliases: [(word: String, encoding: RelativeEncoding)] = [
        ("relative1", .twos), ("relative2", .offset), ("relative3", .signMagnitude),
        ("2s-comp", .twos), ("bin-offset", .offset),
        ("enc-2", .twos), ("enc-b", .offset), ("enc-l", .signMagnitude), ("enc-r", .invertedSignMagnitude),
    ]

    /// How many detents a value stands for; up is positive.
    public func decode(_ raw: UInt32, of maximum: UInt32) -> Int { decode(raw, of: maximum, half: Self.half(of: maximum)) }

    /// The middle of a range: 64 of 127. In `offset` it means no movement, unless the device has another center.
    static func half(of maximum: UInt32) -> Int { Int(maximum / 2) + 1 }

    /// The detents that a value stands for, given the value in the middle.
    func decode(_ raw: UInt32, of maximum: UInt32, half: Int) -> Int {
        let raw = Int(min(raw, maximum))
        switch self {
        // The difference of a counter is read like this, too.
        case .twos, .wrapping: return raw < half ? raw : raw - 2 * half
        case .offset: return raw - half
        case .signMagnitude: return raw < half ? raw : half - raw
        case .invertedSignMagnitude: return raw < half ? -raw : raw - half
        case .nextController: return raw
        case .direction: return raw < half ? 1 : -1
        }
    }

    /// The value for this many detents, as nearly as the encoding can express it; the inverse of `decode`.
    public func encode(_ detents: Int, of maximum: UInt32) -> UInt32 {
        let half = Self.half(of: maximum)
        switch self {
        case .twos, .wrapping: return UInt32((max(-half, min(detents, half - 1)) + 2 * half) % (2 * half))
        case .offset: return UInt32(max(-half, min(detents, half - 1)) + half)
        case .signMagnitude, .invertedSignMagnitude:
            let size = min(abs(detents), half - 1)
            let isMarked = (detents < 0) == (self == .signMagnitude)
            return UInt32(isMarked && size > 0 ? size + half : size)
        case .nextController: return UInt32(min(abs(detents), Int(maximum)))
        case .direction: return detents < 0 ? UInt32(half) : 0
        }
    }
}
