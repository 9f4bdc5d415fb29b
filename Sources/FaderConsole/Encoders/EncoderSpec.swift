internal import FaderValues

/// The properties of an endless encoder: how it reports how far it was turned, and what a turn does.
public struct EncoderSpec: Sendable, Equatable, BitwiseCopyable {
    public var encoding: RelativeEncoding
    public var acceleration: Acceleration
    /// How many detents cover the whole travel of a parameter without steps; 0: a hundred.
    public var detents: Int
    /// The value that stands for no movement in `offset`; nil: the middle of the message's range.
    public var center: Int?

    public init(_ encoding: RelativeEncoding, acceleration: Acceleration = .off, detents: Int = 0, center: Int? = nil) {
        self.center = center
        self.encoding = encoding
        self.acceleration = acceleration
        self.detents = detents
    }
}

/// An endless encoder as the console stores it. Owned by the MIDI thread.
struct Encoder {
    let spec: EncoderSpec
    /// The highest value of its messages, and the one in the middle.
    private let (maximum, half): (UInt32, Int)
    /// The control that makes its steps fine while it is down.
    var fineKey: ControlIndex?
    private var lastTurn = MonotonicTime.zero
    /// Which way it was last turned, and the factor that applied then.
    private var isDown = false
    private var factor = 1.0
    /// The part of a step that an accelerated turn left over.
    private var rest = 0.0
    /// The last value of a counter; −1: unknown.
    private var counted = Int32(-1)

    init(_ spec: EncoderSpec, of maximum: UInt32) {
        self.spec = spec
        self.maximum = maximum
        half = spec.center ?? RelativeEncoding.half(of: maximum)
    }

    @inline(__always)
    func detents(_ sent: UInt32) -> Int { spec.encoding.decode(sent, of: maximum, half: half) }

    /// Whether it counts its turns, and its messages are counts.
    var isCounter: Bool { spec.encoding == .wrapping }

    /// How many detents a counter was turned by since its last message; none if that is unknown.
    mutating func turned(to sent: UInt32) -> Int {
        let (now, before) = (min(sent, maximum), counted)
        counted = Int32(truncatingIfNeeded: now)
        guard before >= 0 else { return 0 }
        return detents(now >= UInt32(before) ? now - UInt32(before) : now + maximum + 1 - UInt32(before))
    }

    /// Whether a message says that it was turned.
    func isTurned(to sent: UInt32) -> Bool { isCounter ? counted != Int32(truncatingIfNeeded: sent) : detents(sent) != 0 }

    /// What a counter was at is not known any longer.
    mutating func forgetCount() { counted = -1 }

    /// The same if only the upper seven bits of fourteen arrived: the device uses no more.
    func detents(upper bits: UInt32) -> Int {
        spec.encoding.decode(bits, of: 127, half: spec.center ?? RelativeEncoding.half(of: 127))
    }

    /// After this long without a turn, the next one counts as slow, whatever came before.
    private static var pause: MonotonicTime.Interval { .milliseconds(250) }
    /// Messages closer together than this were read in one burst, so the time between them says nothing about the speed of the turn.
    private static var together: MonotonicTime.Interval { .milliseconds(1) }

    /// How many steps a turn amounts to.
    mutating func steps(_ detents: Int, isAccelerated: Bool, at now: MonotonicTime) -> Int {
        let passed = now.interval(since: lastTurn)
        // A turn in the other direction begins slowly, too. Otherwise a bouncing contact, or one detent back, would undo a whole turn.
        let isRested = lastTurn == .zero || passed >= Self.pause || (detents < 0) != isDown
        (lastTurn, isDown) = (now, detents < 0)
        guard isAccelerated, spec.acceleration.factor > 1, detents != 0 else {
            (rest, factor) = (0, 1)
            return detents
        }
        if isRested {
            (rest, factor) = (0, 1)
        } else if passed >= Self.together {
            factor = spec.acceleration.factor(at: Double(abs(detents)) * 1e9 / Double(passed.nanoseconds))
        }
        let exact = Double(detents) * factor + rest
        let whole = exact.rounded(.towardZero)
        rest = exact - whole
        return Int(whole)
    }

    mutating func adopt(_ old: Encoder) {
        (lastTurn, isDown, factor, rest) = (old.lastTurn, old.isDown, old.factor, old.rest)
        if spec.encoding == old.spec.encoding { counted = old.counted }
    }
}
