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
    /// The part of a step that an accelerated turn left over.
    private var rest = 0.0

    init(_ spec: EncoderSpec) { self.spec = spec }

    /// After this long without a turn, the next one counts as slow, whatever came before.
    private static var pause: MonotonicTime.Interval { .milliseconds(250) }

    /// How many steps a turn amounts to.
    mutating func steps(_ detents: Int, isAccelerated: Bool, at now: MonotonicTime) -> Int {
        let passed = now.interval(since: lastTurn)
        let isRested = lastTurn == .zero || passed >= Self.pause
        lastTurn = now
        guard isAccelerated, spec.acceleration.factor > 1, detents != 0 else {
            rest = 0
            return detents
        }
        if isRested || (rest < 0) != (detents < 0) { rest = 0 }
        // Messages within a millisecond came in one burst: a shorter interval says nothing about their speed.
        let speed = isRested ? 0 : Double(abs(detents)) * 1e9 / Double(max(passed.nanoseconds, 1_000_000))
        let exact = Double(detents) * spec.acceleration.factor(at: speed) + rest
        let whole = exact.rounded(.towardZero)
        rest = exact - whole
        return Int(whole)
    }

    /// Takes over the speed of the same encoder in an earlier configuration.
    mutating func adopt(_ old: Encoder) { (lastTurn, rest) = (old.lastTurn, old.rest) }
}
