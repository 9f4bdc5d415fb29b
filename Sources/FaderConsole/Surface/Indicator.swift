/// What a control can show, a motor or a lamp: what it is known to show, and what still has to be sent to it. Owned by the MIDI thread.
///
/// There is no queue to it. What it should show follows from the parameter; `shown` is what it is known to show.
struct Indicator {
    /// What the device has for it.
    private let wired: MessageAddress?
    /// What drives its motor or lights its lamp; nil where it has none, or where the device alone switches the lamp.
    private(set) var address: MessageAddress?
    /// What the control is sent of its own moves.
    let echo: EchoPolicy
    /// It is sent positions of an inverted travel. A lamp's state is never inverted, even if its button is.
    private(set) var isInverted: Bool

    /// The position it is known to show, as raw value; −1 while unknown.
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
    /// Knows its own echoes.
    var echoGuard = EchoGuard()

    /// One of which nobody knows what it shows.
    init(_ spec: ControlSpec) {
        wired = spec.motor
        address = spec.motor
        echo = spec.echo
        isInverted = spec.isInverted
    }

    /// The control is pressed or followed from now on; a lamp that is not lit shows nothing of ours.
    mutating func serve(isButton: Bool, isLit: Bool, isInverted isTurned: Bool) {
        isInverted = isTurned && !isButton
        // Meanwhile the device may have switched a lamp that was its own.
        if address == nil { shown = -1 }
        address = isButton && !isLit ? nil : wired
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
        shown = old.shown
        lastSent = old.lastSent
        mustSend = old.mustSend
        owed = old.owed
        echoGuard = old.echoGuard
    }
}
