/// The motor or lamp of a control. Owned by the MIDI thread.
///
/// It has no queue: what it should show follows from the parameter, and `shown` is what it is known to show.
struct Indicator {
    let wired: MessageAddress?
    /// Nil if it has none, or if the device alone switches the lamp.
    private(set) var address: MessageAddress?
    /// The values that it is sent along its travel, unless it is a ring.
    private let travel: RawRange
    private(set) var range: RawRange
    /// Its control is borrowed: it is sent no feedback.
    private var isBorrowed = false
    /// Its looks, if it is a ring that has several.
    let ring: RingSpec?
    /// It is a lamp, a ring with a lamp for the middle, or 64 of its 7 bits is the middle: it may show more than a position.
    private(set) var isSpecial = false
    let echo: EchoPolicy
    /// What it is sent may come back as a reading of its control, because both are the same message with the same values.
    let comesBack: Bool
    /// It is lit while the control has not taken hold of its parameter.
    let isTakeoverLamp: Bool
    let isLamp: Bool
    /// Its control reports what it shows: the bank of the device.
    let isBank: Bool
    /// It is a ring of lamps, with or without several looks.
    let isRing: Bool
    /// Its place among the console's lamps with messages of their own; −1 if it has none.
    var lampPlace: Int32 = -1
    /// Its place among the console's motors that glide or can be switched off; −1 if it is none of them.
    var motorPlace: Int32 = -1
    var hasMessages: Bool { lampPlace >= 0 }
    var isMoved: Bool { !isRing && !isTakeoverLamp }
    /// It is sent positions of an inverted travel. A lamp is not inverted with its button, only if it is reversed.
    private(set) var isInverted: Bool
    /// It is a lamp that is sent its highest value for off.
    let isReversed: Bool

    /// An offset within its range; −1 while unknown.
    var shown = -1
    /// The offset that it was sent last; −1 if none was.
    var lastSent = -1
    /// The answer to its own move for which there was no room; −1 for none. Sent later even while a hand holds the control.
    var owed = -1
    /// It has to be sent its position, even if it already shows it.
    var mustSend = false
    var isBlocked = false
    var isDeferred = false
    var blank = Blank.stays
    var echoGuard = EchoGuard()

    /// What an indicator does while its control drives nothing.
    enum Blank {
        /// It stays as it is: the device controls it then.
        case stays
        /// It goes dark, or is lit according to what its button switches.
        case lamp
        case motor
    }

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

    /// A lamp that is not lit is left to the device. `look` is nil if the control drives nothing.
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

    /// Its control has nothing to show any longer. Only valid for such a control.
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

    /// The raw value that it shows; −1 while unknown.
    private var shownRaw: Int { shown < 0 ? -1 : Int(range.lowest) + (isInverted ? Int(range.span) - shown : shown) }

    /// When the loan is over, `serve` has to be called.
    mutating func borrow(_ isBorrowed: Bool) {
        self.isBorrowed = isBorrowed
        if isBorrowed { address = nil }
        (owed, mustSend) = (-1, !isBorrowed)
    }

    /// What it shows is unknown. If it has nothing to show any longer, it may be lit from before the loan.
    mutating func returned(isUsed: Bool) { shown = !isUsed && (isLamp || isRing) ? Int(range.span) : -1 }

    @inline(__always)
    mutating func sent(_ raw: UInt32, at now: MonotonicTime) {
        owed = -1
        shown = Int(raw)
        lastSent = Int(raw)
        mustSend = false
        echoGuard.sent(raw, at: now)
    }

    mutating func forgetDevice() {
        shown = -1
        lastSent = -1
        mustSend = false
        owed = -1
        echoGuard = EchoGuard()
    }

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
