public import FaderValues

/// What the lamp of a button can be sent: raw values of its message for each of its looks.
///
/// Some devices have other notes for other colors. Then a value also says by how much the number of the message is higher: `raw(_:number:)`.
/// On others a lamp has several messages, or one of system exclusive. Then its raw values have four parts, of which each message takes some:
/// `raw(_:_:)`.
public struct LampSpec: Sendable, Equatable {
    public struct Shade: Sendable, Equatable {
        public var color: StripColor
        public var raw: UInt32

        public init(_ color: StripColor, _ raw: UInt32) { (self.color, self.raw) = (color, raw) }
    }

    public var off: UInt32
    public var on: UInt32
    /// The value that makes it blink by itself; nil if it cannot.
    public var blink: UInt32?
    /// Its colors, in the order of the file; empty if it has one.
    public var colors: [Shade] = []
    /// The colors in which it blinks by itself.
    public var blinking: [Shade] = []
    /// The messages that are sent instead of its control's own; empty: its own is sent.
    public var messages: [LampMessage] = []

    public init(off: UInt32 = 0, on: UInt32, blink: UInt32? = nil) { (self.off, self.on, self.blink) = (off, on, blink) }

    public static let mostMessages = 4

    public var isOfAnyColor: Bool { messages.contains { $0.has(.red) || $0.has(.green) || $0.has(.blue) } }

    public var hasValue: Bool { messages.contains { $0.has(.value) } }

    /// The value for the color that looks most like another one; nil if it has no colors.
    public func raw(of color: StripColor, blinks: Bool = false) -> UInt32? {
        if isOfAnyColor {
            let value = blinks ? blink : on
            return value.map { Self.raw($0 & LampMessage.Part.value.mask, color) }
        }
        return (blinks ? blinking : colors).min { $0.color.distance(to: color) < $1.color.distance(to: color) }?.raw
    }

    /// A value that is sent with a message whose number is higher by `number`, both 0…127.
    public static func raw(_ value: UInt32, number: UInt32) -> UInt32 { number << 7 | value }

    /// The parts of a lamp with messages of its own in one number: seven bits each, the value lowest, then red, green and blue.
    public static func raw(_ value: UInt32, _ color: StripColor) -> UInt32 {
        func share(_ part: UInt8, _ place: LampMessage.Part) -> UInt32 { ((UInt32(part) * 127 + 127) / 255) << place.shift }
        return value | share(color.red, .red) | share(color.green, .green) | share(color.blue, .blue)
    }

    /// Whether a lamp with messages of its own is dark because of its value, whatever its color is.
    func isDark(_ raw: UInt32) -> Bool {
        let mask = LampMessage.Part.value.mask
        return hasValue && off & mask != on & mask && raw & mask == off & mask
    }

    public func isLit(_ raw: UInt32) -> Bool {
        !isDark(raw) && (!isOfAnyColor || raw & ~LampMessage.Part.value.mask != 0)
    }

    /// This lamp for the control whose message has this number. Nil if a message would get an invalid number.
    public func of(number: UInt16) -> LampSpec? {
        var lamp = self
        lamp.messages = messages.compactMap { $0.of(number: number) }
        return lamp.messages.count == messages.count ? lamp : nil
    }

    /// By how much the numbers of its colors are higher than the number of its message.
    public var numbers: Set<UInt32> { messages.isEmpty ? Set(raws.map { $0 >> 7 }) : [] }

    public var farthestNumber: UInt32 { numbers.max() ?? 0 }

    private var raws: [UInt32] { [off, on, blink ?? 0] + (colors + blinking).map(\.raw) }
}

extension ControlSpec {
    /// Whether a value of its lamp changes the number of its message.
    public var changesNumber: Bool { (motor?.kind.maximumRaw ?? 0) == 127 && (lamp?.farthestNumber ?? 0) > 0 }

    /// The looks of its lamp: those that are given, or off and on; nil if it has no lamp.
    public var looks: LampSpec? {
        guard lamp == nil else { return lamp }
        guard let range = motor.map({ motorRange ?? RawRange($0) }) else { return nil }
        let (low, high) = (range.lowest, range.lowest + range.span)
        return isLampReversed ? LampSpec(off: high, on: low) : LampSpec(off: low, on: high)
    }
}

/// How a parameter lights a lamp by default: in the parameter's color, if the lamp has colors. A toggle that its group has switched on blinks,
/// if the lamp can.
extension ControlSpec {
    /// The values for each state; `plain` if the lamp is only off or on.
    public func standardStates(of spec: ParameterSpec) -> LampStates {
        guard let states = spec.kind.rules.lampStates, let lamp else { return .plain }
        let blink = spec.group != nil && spec.kind.isSwitch ? spec.color.flatMap { lamp.raw(of: $0, blinks: true) } ?? lamp.blink : nil
        guard blink != nil || !lamp.colors.isEmpty || lamp.isOfAnyColor else { return .plain }
        return LampStates(lamp.standard(of: spec, count: min(states, LampStates.most)) + (blink.map { [$0] } ?? []))
    }

    /// A mapping of it with a lamp in the color that its parameter has now, unless the config says how the lamp looks.
    func relit(_ mapping: Mapping, _ spec: ParameterSpec) -> Mapping {
        var mapping = mapping
        if !mapping.lamp.isOwn { mapping.lamp = standardStates(of: spec) }
        return mapping
    }

    /// What it does to a parameter, and what its lamp shows of it.
    public func standardMapping(of index: ParameterIndex, _ spec: ParameterSpec) -> Mapping {
        var action = ButtonRule.action(of: self, on: spec.kind)
        if action.isPress { action = .press(TriggerLamp(running: spec.color.flatMap { lamp?.raw(of: $0) })) }
        var mapping = Mapping(parameter: index, action: action)
        mapping.lamp = standardStates(of: spec)
        return mapping
    }
}

extension LampSpec {
    /// The values for the first `count` states of a parameter: off, then lit.
    public func standard(of spec: ParameterSpec, count: Int) -> [UInt32] {
        let lit = spec.color.flatMap { raw(of: $0) } ?? on
        return (0..<count).map { $0 == 0 ? off : lit }
    }
}

/// What the lamp of a button is sent for each state of what the button drives: for off and on, or for each option of a choice. Plain bytes,
/// part of a `Mapping`.
public struct LampStates: Sendable, Equatable, BitwiseCopyable {
    /// The most states that it can tell apart.
    public static let most = 16

    private var first = SIMD8<UInt32>()
    private var second = SIMD8<UInt32>()
    /// How many states there are; 0: it is only off or on, as its control says.
    public private(set) var count: UInt8 = 0
    /// Whether the config says them. Others follow the color of their parameter.
    public var isOwn = false

    /// States of a lamp that is only off and on.
    public static var plain: LampStates { LampStates([]) }

    /// The values for states 0, 1, 2 …, at most `most`.
    public init(_ raws: [UInt32]) {
        for (state, raw) in raws.prefix(Self.most).enumerated() {
            if state < 8 { first[state] = raw } else { second[state - 8] = raw }
            count += 1
        }
    }

    /// `isOwn` makes no difference to what is sent.
    public static func == (one: LampStates, other: LampStates) -> Bool {
        one.first == other.first && one.second == other.second && one.count == other.count
    }

    /// What is sent for a state; for one beyond the last, what is sent for the last. There must be at least one.
    func raw(of state: Int) -> UInt32 {
        let state = min(max(state, 0), Int(count) - 1)
        return state < 8 ? first[state] : second[state - 8]
    }
}
