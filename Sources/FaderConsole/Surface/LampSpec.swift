public import FaderModel

/// What the lamp of a button can be sent: raw values of its message for each of its looks.
///
/// Some devices have other notes for other colors. Then a value also says by how much the number of the message is higher: `number(of:)`.
public struct LampSpec: Sendable, Equatable {
    /// A color and the value for it.
    public struct Shade: Sendable, Equatable {
        /// How it looks.
        public var color: StripColor
        /// What is sent for it.
        public var raw: UInt16

        /// A color and the value for it.
        public init(_ color: StripColor, _ raw: UInt16) { (self.color, self.raw) = (color, raw) }
    }

    /// Dark.
    public var off: UInt16
    /// Lit.
    public var on: UInt16
    /// It blinks by itself; nil if it cannot.
    public var blink: UInt16?
    /// Its colors, in the order of the file; empty if it has one.
    public var colors: [Shade] = []
    /// The colors in which it blinks by itself.
    public var blinking: [Shade] = []

    /// A lamp from its parts.
    public init(off: UInt16 = 0, on: UInt16, blink: UInt16? = nil) { (self.off, self.on, self.blink) = (off, on, blink) }

    /// The value for the color that looks most like another one; nil if it has no colors.
    public func raw(of color: StripColor, blinks: Bool = false) -> UInt16? {
        (blinks ? blinking : colors).min { $0.color.distance(to: color) < $1.color.distance(to: color) }?.raw
    }

    /// A value that is sent with a message whose number is higher by `number`, both 0…127.
    public static func raw(_ value: UInt16, number: UInt16) -> UInt16 { number << 7 | value }

    fileprivate var highest: UInt16 { ([off, on, blink ?? 0] + (colors + blinking).map(\.raw)).max() ?? 0 }
}

extension ControlSpec {
    /// Whether a value of its lamp changes the number of its message.
    public var changesNumber: Bool { (motor?.kind.maximumRaw ?? 0) == 127 && lamp.map { $0.highest > 127 } ?? false }

    /// The looks of its lamp: those that are given, or off and on; nil if it has no lamp.
    public var looks: LampSpec? {
        guard lamp == nil else { return lamp }
        guard let range = motor.map({ motorRange ?? RawRange($0) }) else { return nil }
        let (low, high) = (UInt16(range.lowest), UInt16(range.lowest + range.span))
        return isLampReversed ? LampSpec(off: high, on: low) : LampSpec(off: low, on: high)
    }
}

/// What the lamp of a button is sent for each state of what the button drives: for off and on, or for each option of a choice. Plain bytes,
/// part of a `Mapping`.
public struct LampStates: Sendable, Equatable, BitwiseCopyable {
    /// The most states that it can tell apart.
    public static let most = 16

    private var first = SIMD8<UInt16>()
    private var second = SIMD8<UInt16>()
    /// How many states there are; 0: it is only off or on, as its control says.
    public private(set) var count: UInt8 = 0

    /// The same for all: only off and on.
    public static var plain: LampStates { LampStates([]) }

    /// The values for states 0, 1, 2 …, at most `most`.
    public init(_ raws: [UInt16]) {
        for (state, raw) in raws.prefix(Self.most).enumerated() {
            if state < 8 { first[state] = raw } else { second[state - 8] = raw }
            count += 1
        }
    }

    /// What is sent for a state; that of the last one for any beyond. There must be one.
    func raw(of state: Int) -> UInt16 {
        let state = min(max(state, 0), Int(count) - 1)
        return state < 8 ? first[state] : second[state - 8]
    }
}
