/// The motor or lamp of a control: what it is known to show, and what still has to be sent to it. Owned by the MIDI thread.
///
/// It has no queue. What it should show follows from the parameter; `shown` is what it is known to show.
struct Indicator {
    /// The message that the device has for it.
    let wired: MessageAddress?
    /// What drives its motor or lights its lamp; nil if it has none, or if the device alone switches the lamp.
    private(set) var address: MessageAddress?
    /// What it is sent along its travel, unless it is a ring.
    private let travel: RawRange
    /// What it is sent along its travel now.
    private(set) var range: RawRange
    /// Its control is borrowed: it is sent no feedback.
    private var isBorrowed = false
    /// Its looks, if it is a ring that has several.
    let ring: RingSpec?
    /// It is a lamp, a ring with a lamp for the middle, or 64 of its 7 bits is the middle: it may show more than a position.
    private(set) var isSpecial = false
    /// The feedback that the control is sent when it is moved.
    let echo: EchoPolicy
    /// What it is sent may come back as a reading of its control: both are the same message with the same values.
    let comesBack: Bool
    /// It is lit while the control has not taken hold of its parameter.
    let isTakeoverLamp: Bool
    /// It is a lamp, not a motor or a ring.
    let isLamp: Bool
    /// Its control reports what it shows: the bank of the device.
    let isBank: Bool
    /// It is a ring of lamps, with or without several looks.
    let isRing: Bool
    /// The place among the console's lamps with messages of their own; −1 if it is not such a lamp.
    var lampPlace: Int32 = -1
    /// The place among the console's motors that glide or can be switched off; −1 if it is not such a motor.
    var motorPlace: Int32 = -1
    /// Whether it is such a lamp.
    var hasMessages: Bool { lampPlace >= 0 }
    /// It is neither a ring nor a takeover lamp.
    var isMoved: Bool { !isRing && !isTakeoverLamp }
    /// It is sent positions of an inverted travel. A lamp is not inverted with its button, only if it is reversed.
    private(set) var isInverted: Bool
    /// It is a lamp that is sent its highest value for off.
    let isReversed: Bool

    /// The position it is known to show, as an offset within its range; −1 while unknown.
    var shown = -1
    /// The last position sent to it; −1 if there was none.
    var lastSent = -1
    /// The answer to its own move for which there was no room; −1 for none. It is sent later even while a hand holds the control.
    var owed = -1
    /// It has to be sent its position even if it already shows it.
    var mustSend = false
    /// It is in the console's list of controls that wait for room to write.
    var isBlocked = false
    /// It is in the console's list of controls whose feedback waits for the end of a batch.
    var isDeferred = false
    /// What it does while its control drives nothing.
    var blank = Blank.stays
    /// Recognizes its own echoes.
    var echoGuard = EchoGuard()

    /// What an indicator does while its control drives nothing.
    enum Blank {
        /// Nothing: the device controls it then.
        case stays
        /// It goes dark, or is lit according to what its button switches.
        case lamp
        /// It moves to the bottom.
        case motor
    }

    /// An indicator; what it shows is unknown.
    init(_ spec: ControlSpec) {
        let lamp = spec.takeoverMode == .jump ? nil : spec.takeoverLamp
        wired = lamp ?? spec.motor
        address = wired
        ring = lamp == nil ? spec.ring : nil
        travel = (lamp == nil ? spec.motorRange : spec.takeoverLampRange) ?? wired.map { RawRange($0) } ?? RawRange(spec.input)
        range = travel
        if let value = spec.input.value {
            // It can come back as a press only if the lamp is lit with the value that the button is known by.
            comesBack = wired == spec.input.anyValue && travel.lowest + travel.span == value
        } else {
            comesBack =
                wired == spec.input && spec.lamp?.messages.isEmpty != false && travel == (spec.inputRange ?? RawRange(spec.input))
        }
        echo = lamp == nil ? spec.echo : .never
        isTakeoverLamp = lamp != nil
        isRing = lamp == nil && (spec.encoder != nil || spec.ring != nil)
        isLamp = lamp != nil || !spec.isMotor && !isRing
        isBank = spec.isBank
        isReversed = lamp == nil ? isLamp && spec.isLampReversed : spec.isTakeoverLampReversed
        isInverted = (spec.isInverted && lamp == nil) != isReversed
    }

    /// Sets whether the control is pressed or followed from now on; a lamp that is not lit is left to the device.
    ///
    /// - Parameters:
    ///   - look: The look of a ring; nil if its control drives nothing.
    ///   - hasMiddle: What its control drives has a middle.
    mutating func serve(isButton: Bool, isLit: Bool, isInverted isTurned: Bool, look: RingLook?, hasMiddle: Bool) {
        // The device may meanwhile have switched a lamp that it controlled.
        if address == nil { shown = -1 }
        isSpecial = isButton || isTakeoverLamp || hasMessages
        let isDark = look == nil && !isSpecial && (isRing || isLamp)
        if isDark { turnOff() }
        let wasInverted = isInverted
        isInverted = (isTurned && !isSpecial && ring == nil && !isDark) != isReversed
        if isInverted != wasInverted, shown >= 0 { shown = Int(range.span) - shown }
        if isRing, !isButton, let look { turn(look) }
        if hasMiddle, range.isSevenBits { isSpecial = true }
        address = isBorrowed || (isButton && !isLit) ? nil : wired
    }

    /// Whether it is still lit although its control has nothing to show any longer. Only valid for such a control.
    var isLeftLit: Bool { shown > 0 && !isBorrowed && (address == nil || (isLamp || isRing) && blank == .stays) }

    private mutating func turn(_ wanted: RingLook) {
        guard let ring else { return use(travel) }
        guard let look = ring.look(wanted), let range = ring[look] else { return }
        isSpecial = look == .pan && ring.middle > 0
        use(range)
    }

    private mutating func use(_ range: RawRange) {
        if range != self.range { shown = -1 }
        self.range = range
    }

    /// Its control drives nothing any longer. The lowest position of a ring may have a lamp, so it is sent 0 instead.
    mutating func turnOff() {
        guard isRing else { return }
        (shown, isInverted) = (shownRaw, false)
        range = RawRange(0, travel.lowest + travel.span)
    }

    /// The raw value that it is known to show; −1 while unknown.
    private var shownRaw: Int { shown < 0 ? -1 : Int(range.lowest) + (isInverted ? Int(range.span) - shown : shown) }

    /// Its control is borrowed. When that is over, `serve` has to be called.
    mutating func borrow(_ isBorrowed: Bool) {
        self.isBorrowed = isBorrowed
        if isBorrowed { address = nil }
        (owed, mustSend) = (-1, !isBorrowed)
    }

    /// Its control is given back: what it shows is unknown. If it has nothing to show any longer, it may be lit from before the loan.
    mutating func returned(isUsed: Bool) { shown = !isUsed && (isLamp || isRing) ? Int(range.span) : -1 }

    /// Notes a position that was sent to it.
    @inline(__always)
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        owed = -1
        shown = Int(raw)
        lastSent = Int(raw)
        mustSend = false
        echoGuard.sent(raw, at: now)
    }

    /// The device is gone or new: nothing that was known about it is valid.
    mutating func forgetDevice() {
        shown = -1
        lastSent = -1
        mustSend = false
        owed = -1
        echoGuard = EchoGuard()
    }

    /// Adopts what was known about the same control in an earlier configuration.
    mutating func adopt(_ old: Indicator) {
        if old.isBorrowed { borrow(true) }
        mustSend = old.mustSend
        // Offsets within another range mean something else. But a ring whose control drives nothing any longer may be lit.
        guard range == old.range, isInverted == old.isInverted || !isRing else {
            if isRing, range.lowest == 0, !isInverted { shown = old.shownRaw }
            return
        }
        shown = old.shown
        lastSent = old.lastSent
        owed = old.owed
        echoGuard = old.echoGuard
    }
}
