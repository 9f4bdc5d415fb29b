internal import FaderModel

/// The properties of an endless encoder: how it reports how far it was turned, and what a turn does.
public struct EncoderSpec: Sendable, Equatable, BitwiseCopyable {
    /// How its messages are read.
    public var encoding: RelativeEncoding
    /// How far it goes when it is turned fast.
    public var acceleration: Acceleration
    /// How many detents cover the whole travel of a parameter without steps; 0: a hundred.
    public var detents: Int

    /// An encoder from its parts.
    public init(_ encoding: RelativeEncoding, acceleration: Acceleration = .off, detents: Int = 0) {
        self.encoding = encoding
        self.acceleration = acceleration
        self.detents = detents
    }
}

/// An endless encoder as the console stores it. Owned by the MIDI thread.
struct Encoder {
    let spec: EncoderSpec
    /// The control that makes its steps fine while it is down.
    var fineKey: ControlIndex?
    private var lastTurn = MonotonicTime.zero
    /// Which way it was last turned, and the factor that applied then.
    private var isDown = false
    private var factor = 1.0
    /// The part of a step that an accelerated turn left over.
    private var rest = 0.0

    init(_ spec: EncoderSpec) { self.spec = spec }

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

    /// Takes over the speed of the same encoder in an earlier configuration.
    mutating func adopt(_ old: Encoder) { (lastTurn, isDown, factor, rest) = (old.lastTurn, old.isDown, old.factor, old.rest) }
}
