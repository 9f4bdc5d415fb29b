/// What a control can show, a motor or a lamp: what it is known to show, and what still has to be sent to it. Owned by the MIDI thread.
///
/// There is no queue to it. What it should show follows from the parameter; `shown` is what it is known to show.
struct Indicator {
    /// What the device has for it.
    let wired: MessageAddress?
    /// What drives its motor or lights its lamp; nil where it has none, or where the device alone switches the lamp.
    private(set) var address: MessageAddress?
    /// What it is sent along its travel.
    private(set) var range: RawRange
    /// Its control is borrowed: nothing of ours is shown.
    private var isBorrowed = false
    /// Its looks, if it is a ring that has several.
    let ring: RingSpec?
    /// It is a lamp, or a ring with a lamp for the middle: it may show more than a position.
    private(set) var isSpecial = false
    /// What the control is sent of its own moves.
    let echo: EchoPolicy
    /// It lights while the control has no hold of its parameter.
    private let isTakeoverLamp: Bool
    /// It is sent positions of an inverted travel. A lamp's state is never inverted, even if its button is.
    private(set) var isInverted: Bool

    /// The position it is known to show, as a place of its range; −1 while unknown.
    var shown = -1
    /// The last one sent to it; −1 where none was.
    var lastSent = -1
    /// The answer to its own move that found no room; −1 for none. It is sent later even while a hand holds the control.
    var owed = -1
    /// It has to be sent its position even if it shows it already.
    var mustSend = false
    /// In the console's list of controls that wait for room to write.
    var isBlocked = false
    /// In the console's list of controls whose feedback waits for the end of a batch.
    var isDeferred = false
    /// What it does while its control drives nothing.
    var blank = Blank.stays
    /// Knows its own echoes.
    var echoGuard = EchoGuard()

    /// What an indicator does while its control drives nothing.
    enum Blank {
        /// Nothing: it is not ours then.
        case stays
        /// It goes out, or is lit for what its button switches.
        case lamp
        /// It goes to the bottom.
        case motor
    }

    /// One of which nobody knows what it shows.
    init(_ spec: ControlSpec) {
        let lamp = spec.takeoverMode == .jump ? nil : spec.takeoverLamp
        wired = lamp ?? spec.motor
        address = wired
        ring = lamp == nil ? spec.ring : nil
        range = (lamp == nil ? spec.motorRange : spec.takeoverLampRange) ?? wired.map { RawRange($0) } ?? RawRange(spec.input)
        echo = lamp == nil ? spec.echo : .never
        isTakeoverLamp = lamp != nil
        isInverted = spec.isInverted && lamp == nil
    }

    /// The control is pressed or followed from now on; a lamp that is not lit shows nothing of ours.
    mutating func serve(isButton: Bool, isLit: Bool, isInverted isTurned: Bool, look: RingLook) {
        isSpecial = isButton || isTakeoverLamp
        isInverted = isTurned && !isSpecial && ring == nil
        if let ring, !isButton { turn(ring, look) }
        // Meanwhile the device may have switched a lamp that was its own.
        if address == nil { shown = -1 }
        address = isBorrowed || (isButton && !isLit) ? nil : wired
    }

    private mutating func turn(_ ring: RingSpec, _ wanted: RingLook) {
        guard let look = ring.look(wanted), let range = ring[look] else { return }
        isSpecial = look == .pan && ring.middle > 0
        if range != self.range { shown = -1 }
        self.range = range
    }

    /// Its control is borrowed. When that is over, `serve` has to be called.
    mutating func borrow(_ isBorrowed: Bool) {
        self.isBorrowed = isBorrowed
        if isBorrowed { address = nil }
        (owed, mustSend) = (-1, !isBorrowed)
    }

    /// Notes a position that was sent to it.
    @inline(__always)
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        owed = -1
        shown = Int(raw)
        lastSent = Int(raw)
        mustSend = false
        echoGuard.sent(raw, at: now)
    }

    /// The device is gone or new: nothing that was known of it holds.
    mutating func forgetDevice() {
        shown = -1
        lastSent = -1
        mustSend = false
        owed = -1
        echoGuard = EchoGuard()
    }

    /// Takes over what was known of the same control of an earlier configuration.
    mutating func adopt(_ old: Indicator) {
        if old.isBorrowed { borrow(true) }
        mustSend = old.mustSend
        // Places of another range mean something else.
        guard range == old.range else { return }
        shown = old.shown
        lastSent = old.lastSent
        owed = old.owed
        echoGuard = old.echoGuard
    }
}
