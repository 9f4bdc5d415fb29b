/// How a ring of lamps shows a position.
public enum RingLook: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    /// One lamp.
    case dot
    /// All lamps from the left end.
    case fill
    /// All lamps from the middle.
    case pan
    /// The same number of lamps on both sides of the middle.
    case spread

    public var word: StaticString {
        switch self {
        case .dot: "dot"
        case .fill: "fill"
        case .pan: "pan"
        case .spread: "spread"
        }
    }
}

public struct RingSpec: Sendable, Equatable, BitwiseCopyable {
    /// The values of each `RingLook`; nil if the device does not have that look.
    private var ranges: InlineArray<4, RawRange?>
    /// What is added to a pan that is exactly in the middle, to light a separate lamp; 0 if there is none.
    public var middle: UInt32 = 0
    /// The look it always has; nil: the one that suits the parameter.
    public var fixed: RingLook?

    public init() { ranges = InlineArray(repeating: nil) }

    public subscript(look: RingLook) -> RawRange? {
        get { ranges[Int(look.rawValue)] }
        set { ranges[Int(look.rawValue)] = newValue }
    }

    /// The wanted look, or another that the device has; nil if it has none.
    public func look(_ wanted: RingLook) -> RingLook? {
        let best = fixed ?? wanted
        return self[best] != nil ? best : RingLook.allCases.first { self[$0] != nil }
    }

    /// Mackie's, which HUI has too: the look in the upper bits, eleven lamps, and one below them.
    public static let mackie: RingSpec = {
        var ring = RingSpec()
        (ring[.dot], ring[.pan]) = (RawRange(0x01, 0x0B), RawRange(0x11, 0x1B))
        (ring[.fill], ring[.spread]) = (RawRange(0x20, 0x2B), RawRange(0x31, 0x36))
        ring.middle = 0x40
        return ring
    }()

    /// Whether both are sent the same for every look.
    public static func == (one: RingSpec, other: RingSpec) -> Bool {
        one.middle == other.middle && one.fixed == other.fixed && RingLook.allCases.allSatisfy { one[$0] == other[$0] }
    }
}
