internal import FaderValues

/// One control as the console stores it: what a hand does to it, what it drives, and what it shows. Owned by the MIDI thread.
struct ControlState {
    let surface: SurfaceIndex
    var isHandUnreported = false
    var isTimed = false
    var binding: Binding
    var sensor: Sensor
    var indicator: Indicator

    init(_ spec: ControlSpec, _ mapping: Mapping, surface: SurfaceIndex) {
        self.surface = surface
        binding = Binding(mapping)
        sensor = Sensor(spec)
        indicator = Indicator(spec)
    }

    /// Along the travel of what it sends, as if that were not inverted.
    var sentPlaces: MessagePositions { sensor.range.places(isInverted: sensor.isInverted, hasMiddle: binding.hasMiddle) }

    /// The same along the travel of what it is sent.
    var shownPlaces: MessagePositions { indicator.range.places(isInverted: indicator.isInverted, hasMiddle: binding.hasMiddle) }

    /// Its motor shows a received position. Returns false for an echo of what it was sent. `hasMiddle` is that of its binding.
    @inline(__always)
    mutating func accepts(_ position: Position, hasMiddle: Bool, at now: MonotonicTime) -> Bool {
        guard indicator.address != nil else { return true }
        let place = position.raw(of: hasMiddle ? shownPlaces : MessagePositions(last: indicator.range.span))
        if !sensor.isTouched, indicator.comesBack, indicator.echoGuard.isEcho(place, at: now), !isHand() { return false }
        // What is received says nothing about the color of a lamp.
        if !indicator.hasMessages { indicator.shown = Int(place) }
        return true
    }

    /// Whether a position that matches one just sent is a hand's all the same. With a touch sensor the hand would be felt.
    @inline(never)
    private mutating func isHand() -> Bool { !sensor.hasTouch && indicator.echoGuard.isHand() }

    /// Returns true if movements go around in a loop. Our own answers can come back by the hundred; through another surface, only what a
    /// hand has just sent.
    @inline(__always)
    mutating func notesMovement(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        let isAnswered = indicator.address != nil && indicator.echo == .immediate
        sensor.isInLoop = sensor.loopWatch.isInLoop(raw, longest: isAnswered ? 1024 : 64, at: now)
        sensor.keepGesture(at: now)
        return sensor.isInLoop
    }

    /// Its indicator is a motor: it is moved rather than lit.
    var isMotor: Bool { !binding.isButton && indicator.isMoved && indicator.blank != .lamp }

    var isHeldByMoving: Bool { indicator.address != nil && !sensor.isTouched }

    /// Ends a hold-off that is over but not handled yet: what is sent now is the one message at its end. Returns whether it did.
    @inline(__always)
    mutating func endHoldOff(at now: MonotonicTime) -> Bool {
        guard sensor.heldUntil != .zero, sensor.heldUntil <= now else { return false }
        sensor.heldUntil = .zero
        indicator.owed = -1
        if indicator.echo != .never { indicator.mustSend = true }
        return true
    }

    mutating func forgetDevice() {
        sensor.forgetDevice()
        indicator.forgetDevice()
    }

    mutating func forgetHand() {
        sensor.forgetHand()
        indicator.echoGuard.forget()
    }

    mutating func adopt(_ old: ControlState) {
        sensor.adopt(old.sensor)
        indicator.adopt(old.indicator)
    }
}
