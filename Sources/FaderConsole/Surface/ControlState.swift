/// One control as the console keeps it: what it is, what it shows, and whether a hand is on it. Owned by the MIDI thread.
///
/// There is no queue to a motor. What it should show follows from the parameter; `shown` is what it is known to show.
struct ControlState {
    /// Index of its surface.
    let surface: Int
    /// Index of the parameter it drives; −1 where nothing is mapped. Of a range the end it drove last.
    var parameter: Int
    /// What drives its motor or lights its lamp; nil where it has none.
    let motor: MessageAddress?
    /// Highest raw value it sends.
    let inputMaximum: UInt32
    /// What it is sent of its own moves.
    let echo: EchoPolicy
    /// How long it counts as touched after a movement that no touch sensor explains.
    let holdOff: MonotonicTime.Interval
    /// Where it drives the nearer end of a range, both ends; else −1.
    let lowEnd: Int
    let highEnd: Int
    /// Index of what its presses do; −1 where it is followed.
    let button: Int
    /// Its travel is inverted, in what it sends and is sent. All state here is kept as if it were not.
    let isInverted: Bool

    /// Its touch sensor feels a finger.
    var isTouched = false
    /// Counts as touched until then; `.zero` while it does not.
    var heldUntil = MonotonicTime.zero
    /// The gesture that chose the end it drives goes on until then.
    var endKeptUntil = MonotonicTime.zero
    /// The number of the gesture it is in, or was in last; 0 where the next movement begins a new one.
    var gesture: UInt32 = 0
    /// When it was moved last.
    var lastMoved = MonotonicTime.zero
    /// The motor position it is known to show, as raw value; −1 while unknown.
    var shown = -1
    /// The last one sent to it; −1 where none was.
    var lastSent = -1
    /// It has to be sent its position even if it shows it already.
    var mustSend = false
    /// The answer to its own move that found no room; −1 for none. It is sent later even while a hand holds the control.
    var owed = -1
    /// In the console's list of controls that wait for room to write.
    var isBlocked = false
    /// In the console's list of controls with a deadline.
    var isTimed = false
    /// In the console's list of controls whose feedback waits for the end of a batch.
    var isDeferred = false
    /// Its moves go round in a circle: their feedback waits a moment.
    var isCircling = false
    /// Joins 14-bit input.
    var latch = Latch14()
    /// Knows its own echoes.
    var echoGuard = EchoGuard()
    /// Notices its moves going round in a circle.
    var loopWatch = LoopWatch()

    /// A control nobody has touched and nobody knows the position of.
    init(_ spec: ControlSpec, surface: Int, button: Int = -1, isLit: Bool = true) {
        self.surface = surface
        self.button = button
        parameter = spec.parameter ?? -1
        highEnd = parameter >= 0 && button < 0 ? spec.otherEnd ?? -1 : -1
        lowEnd = highEnd >= 0 ? parameter : -1
        motor = isLit ? spec.motor : nil
        inputMaximum = spec.input.kind.maximumRaw
        echo = spec.echo
        isInverted = spec.isInverted
        holdOff = MonotonicTime.Interval(spec.holdOff)
    }

    /// Whether its motor must be left alone.
    func isHeld(at now: MonotonicTime) -> Bool { isTouched || heldUntil > now }

    /// Notes a movement. After a rest as long as its hold-off it begins a new gesture, unless a finger is felt on it. No timer ends a
    /// gesture: the next movement finds out.
    @inline(__always)
    mutating func keepGesture(at now: MonotonicTime) {
        if !isTouched, lastMoved + holdOff <= now { gesture = 0 }
        lastMoved = now
    }

    /// Ends a hold-off that is over but whose deadline was not handled yet: what is sent now is the one message at its end.
    mutating func endHoldOff(at now: MonotonicTime) {
        guard heldUntil != .zero, heldUntil <= now else { return }
        heldUntil = .zero
        owed = -1
        if echo != .never { mustSend = true }
    }

    /// The next moment something has to happen by itself.
    var deadline: MonotonicTime { min(heldUntil == .zero ? .never : heldUntil, latch.deadline) }

    /// The device is gone or new: nothing that was known of it holds.
    mutating func forgetDevice() {
        forgetHand()
        // The next device behind the same name may send no LSBs where this one did.
        latch = Latch14()
        shown = -1
        lastSent = -1
        mustSend = false
        owed = -1
    }

    /// Nothing that came in from the device holds any longer.
    mutating func forgetHand() {
        isTouched = false
        heldUntil = .zero
        endKeptUntil = .zero
        gesture = 0
        isCircling = false
        latch.forget()
        echoGuard = EchoGuard()
        loopWatch = LoopWatch()
    }

    /// Takes over what was known of the same control of an earlier configuration.
    mutating func adopt(_ old: ControlState) {
        isTouched = old.isTouched
        heldUntil = old.heldUntil
        endKeptUntil = old.endKeptUntil
        gesture = old.gesture
        lastMoved = old.lastMoved
        shown = old.shown
        lastSent = old.lastSent
        mustSend = old.mustSend
        owed = old.owed
        latch = old.latch
        echoGuard = old.echoGuard
        loopWatch = old.loopWatch
    }
}
