internal import FaderValues

/// One control as the console stores it: what a hand does to it, what it drives, and what it shows. Owned by the MIDI thread.
struct ControlState {
    /// The surface that it is on.
    let surface: SurfaceIndex
    /// It is in the console's list of controls whose hand has to be reported.
    var isHandUnreported = false
    /// It is in the console's list of controls with a deadline.
    var isTimed = false
    var binding: Binding
    var sensor: Sensor
    var indicator: Indicator

    /// A control that nobody has touched yet and whose position is unknown.
    init(_ spec: ControlSpec, _ mapping: Mapping, surface: SurfaceIndex) {
        self.surface = surface
        binding = Binding(mapping)
        sensor = Sensor(spec)
        indicator = Indicator(spec)
    }

    /// The places along the travel of what it sends, as if that were not inverted.
    var sentPlaces: MessagePositions { sensor.range.places(isInverted: sensor.isInverted, hasMiddle: binding.hasMiddle) }

    /// The same for what it is sent.
    var shownPlaces: MessagePositions { indicator.range.places(isInverted: indicator.isInverted, hasMiddle: binding.hasMiddle) }

    /// Notes a received position, which its motor then shows. Returns false for an echo of what it was sent.
    ///
    /// - Parameter hasMiddle: That of its binding.
    @inline(__always)
    mutating func accepts(_ position: Position, hasMiddle: Bool, at now: MonotonicTime) -> Bool {
        guard indicator.address != nil else { return true }
        let place = position.raw(of: hasMiddle ? shownPlaces : MessagePositions(last: indicator.range.span))
        if !sensor.isTouched, indicator.comesBack, indicator.echoGuard.isEcho(place, at: now), !isHand() { return false }
        // What is received says nothing about the color of a lamp.
        if !indicator.hasMessages { indicator.shown = Int(place) }
        return true
    }

    /// Whether a position that matches one just sent comes from a hand on a motor without a touch sensor. On one with a touch sensor the
    /// hand would be felt.
    @inline(never)
    private mutating func isHand() -> Bool { !sensor.hasTouch && indicator.echoGuard.isHand() }

    /// Notes a movement. Returns true if the movements go around in a loop. Our own answers can come back by the hundred; through another
    /// surface, only what a hand has just sent can come back.
    @inline(__always)
    mutating func notesMovement(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        let isAnswered = indicator.address != nil && indicator.echo == .immediate
        sensor.isInLoop = sensor.loopWatch.isInLoop(raw, longest: isAnswered ? 1024 : 64, at: now)
        sensor.keepGesture(at: now)
        return sensor.isInLoop
    }

    /// Its indicator is moved rather than lit.
    var isMotor: Bool { !binding.isButton && indicator.isMoved && indicator.blank != .lamp }

    /// A movement begins a hold-off, because it has a motor and no finger is felt on it.
    var isHeldByMoving: Bool { indicator.address != nil && !sensor.isTouched }

    /// Ends a hold-off that is over but whose deadline has not been handled yet: what is sent now is the one message at its end. Returns
    /// true if it did.
    @inline(__always)
    mutating func endHoldOff(at now: MonotonicTime) -> Bool {
        guard sensor.heldUntil != .zero, sensor.heldUntil <= now else { return false }
        sensor.heldUntil = .zero
        indicator.owed = -1
        if indicator.echo != .never { indicator.mustSend = true }
        return true
    }

    /// The device is gone or new: nothing that was known about it is valid.
    mutating func forgetDevice() {
        sensor.forgetDevice()
        indicator.forgetDevice()
    }

    /// Nothing that was received from the device is valid any longer.
    mutating func forgetHand() {
        sensor.forgetHand()
        indicator.echoGuard.forget()
    }

    /// Adopts what was known about the same control in an earlier configuration.
    mutating func adopt(_ old: ControlState) {
        sensor.adopt(old.sensor)
        indicator.adopt(old.indicator)
    }
}
