internal import FaderModel

/// One control as the console keeps it: what a hand does on it, what it drives, and what it shows. Owned by the MIDI thread.
struct ControlState {
    /// Its surface.
    let surface: SurfaceIndex
    /// In the console's list of controls whose hand is to be reported.
    var isHandUnreported = false
    /// In the console's list of controls with a deadline.
    var isTimed = false
    var binding: Binding
    var sensor: Sensor
    var indicator: Indicator

    /// A control nobody has touched and nobody knows the position of.
    init(_ spec: ControlSpec, _ mapping: Mapping, surface: SurfaceIndex) {
        self.surface = surface
        binding = Binding(mapping)
        sensor = Sensor(spec)
        indicator = Indicator(spec)
    }

    /// Takes a position that came in, which its motor then shows; false for an echo of what it was sent.
    @inline(__always)
    mutating func takes(_ position: Position, at now: MonotonicTime) -> Bool {
        guard indicator.address != nil else { return true }
        let place = position.raw(of: indicator.range.span)
        if !sensor.isTouched, indicator.echoGuard.isEcho(place, at: now) { return false }
        indicator.shown = Int(place)
        return true
    }

    /// Notes a movement; true if it goes round in a circle. Our own answers can come back by the hundred; through another surface, only
    /// what a hand has just sent can.
    @inline(__always)
    mutating func notesMovement(_ raw: UInt32, at now: MonotonicTime) -> Bool {
        let isAnswered = indicator.address != nil && indicator.echo == .immediate
        sensor.isCircling = sensor.loopWatch.isCircling(raw, longest: isAnswered ? 1024 : 64, at: now)
        sensor.keepGesture(at: now)
        return sensor.isCircling
    }

    /// What it shows is moved and not lit.
    var isMotor: Bool { !binding.isButton && sensor.encoder == nil && indicator.blank != .lamp }

    /// A movement begins a hold-off: it has a motor, and no finger is felt on it.
    var isHeldByMoving: Bool { indicator.address != nil && !sensor.isTouched }

    /// Ends a hold-off that is over but whose deadline was not handled yet: what is sent now is the one message at its end. True if it did.
    @inline(__always)
    mutating func endHoldOff(at now: MonotonicTime) -> Bool {
        guard sensor.heldUntil != .zero, sensor.heldUntil <= now else { return false }
        sensor.heldUntil = .zero
        indicator.owed = -1
        if indicator.echo != .never { indicator.mustSend = true }
        return true
    }

    /// The device is gone or new: nothing that was known of it holds.
    mutating func forgetDevice() {
        sensor.forgetDevice()
        indicator.forgetDevice()
    }

    /// Nothing that came in from the device holds any longer.
    mutating func forgetHand() {
        sensor.forgetHand()
        indicator.echoGuard.forget()
    }

    /// Takes over what was known of the same control of an earlier configuration.
    mutating func adopt(_ old: ControlState) {
        sensor.adopt(old.sensor)
        indicator.adopt(old.indicator)
    }
}
