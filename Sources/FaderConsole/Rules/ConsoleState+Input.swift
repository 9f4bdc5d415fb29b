internal import FaderModel

extension ConsoleState {
    /// Takes one message of a surface: decodes it, moves the parameter, and sends what follows from it.
    ///
    /// - Returns: the control it belongs to, or nil where nothing is mapped to it.
    @discardableResult
    mutating func handle(_ message: MIDIMessage, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) -> ControlIndex? {
        statistics.messagesIn += 1
        guard surfaces.rowIndices.contains(surface), let target = surfaces[surface].table.target(of: message) else { return nil }
        let control = target.control
        if controls[control].binding.isRebound { takeRebound(control, at: now) }
        if controls[control].binding.isButton { return press(control, target.role, message, at: now, port: port) }
        switch target.role {
        case .whole:
            moved(control, to: message.raw, at: now, port: port)
        case .most:
            if let raw = controls[control].sensor.latch.most(UInt8(message.raw & 127), at: now) {
                moved(control, to: raw, at: now, port: port)
            }
            watchDeadline(of: control)
        case .least:
            if let raw = controls[control].sensor.latch.least(UInt8(message.raw & 127)) { moved(control, to: raw, at: now, port: port) }
        case .increment:
            nudged(control, by: 1, at: now, port: port)
        case .decrement:
            nudged(control, by: -1, at: now, port: port)
        case .touch:
            touched(control, message.raw > message.address.kind.maximumRaw / 2, at: now, port: port)
        }
        return control
    }

    /// A control came to a new place.
    mutating func moved(_ control: ControlIndex, to sent: UInt32, at now: MonotonicTime, port: any MIDIPort) {
        let (isTouched, maximum) = (controls[control].sensor.isTouched, controls[control].sensor.inputMaximum)
        guard controls[control].binding.parameter != nil else { return movedFree(control, at: now) }
        let raw = controls[control].sensor.isInverted ? maximum - min(sent, maximum) : sent
        let position = Position(raw: raw, of: maximum)
        let motor = controls[control].indicator.address
        if let motor {
            let place = position.raw(of: motor.kind.maximumRaw)
            if !isTouched, controls[control].indicator.echoGuard.isEcho(place, at: now) {
                ignoreEcho(from: control, at: now)
                return
            }
            controls[control].indicator.shown = Int(place)
        }
        if controls[control].binding.ends != nil { chooseEnd(of: control, at: position, at: now) }
        guard let parameter = controls[control].binding.parameter else { return }
        let isMovement = self.raw(ofParameter: parameter, maximum: maximum) != raw
        if isMovement {
            watchForLoop(control, raw, at: now)
            controls[control].sensor.keepGesture(at: now)
        }
        if isMovement, motor != nil, !isTouched { hold(control, at: now) }
        // A control that reports where its parameter already is has not moved it: a typed value keeps its finer digits.
        let value = isMovement ? scales[parameter].snapped(at: position) : parameters[parameter].value
        // Nor does it begin a new gesture.
        let number = value == parameters[parameter].value ? parameters[parameter].decisionNumber : gesture(of: control)
        change(parameter, to: value, origin: isTouched ? .touch : .hand, number: number, control: control, at: now, port: port)
        answer(control, at: now, port: port)
    }

    /// A control was turned by single steps from wherever its parameter is: steps of the parameter, or raw steps if it has none.
    private mutating func nudged(_ control: ControlIndex, by count: Int, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].binding.parameter != nil else { return movedFree(control, at: now) }
        let count = controls[control].sensor.isInverted ? -count : count
        if controls[control].binding.ends != nil { chooseEnd(of: control, nudgedBy: count, at: now) }
        guard let parameter = controls[control].binding.parameter else { return }
        let maximum = controls[control].sensor.inputMaximum
        let (scale, before) = (scales[parameter], parameters[parameter].value)
        let raw = Int(scale.raw(of: before, maximum: maximum)) + count
        let value =
            scale.step > 0
            ? scale.stepped(from: before, by: count)
            : scale.value(at: Position(raw: UInt32(max(raw, 0)), of: maximum))
        let isTouched = controls[control].sensor.isTouched
        if let motor = controls[control].indicator.address {
            controls[control].indicator.shown = Int(scale.raw(of: value, maximum: motor.kind.maximumRaw))
            if !isTouched { hold(control, at: now) }
        }
        controls[control].sensor.keepGesture(at: now)
        let number = value == before ? parameters[parameter].decisionNumber : gesture(of: control)
        change(parameter, to: value, origin: isTouched ? .touch : .hand, number: number, control: control, at: now, port: port)
        answer(control, at: now, port: port)
    }

    /// Answers a moved control at once: only with echo `immediate`, and only if it was not just sent that position.
    private mutating func answer(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].indicator.echo == .immediate, let motor = controls[control].indicator.address,
            let parameter = controls[control].binding.parameter,
            surfaces[controls[control].surface].connections.outputs > 0
        else { return }
        let raw = wantedRaw(of: control, motor, on: parameter)
        controls[control].indicator.owed = -1
        if controls[control].indicator.lastSent != Int(raw) || controls[control].indicator.shown != Int(raw) {
            if controls[control].sensor.isCircling {
                postpone(control, for: controls[control].sensor.loopWatch.pause, at: now)
            } else {
                controls[control].indicator.owed = Int(raw)
                transmit(raw, of: parameter, to: control, motor, at: now, port: port)
            }
        }
    }

    /// A control moved with no finger felt on it: its motor is left alone until it rests.
    private mutating func hold(_ control: ControlIndex, at now: MonotonicTime) {
        let isNew = controls[control].sensor.heldUntil == .zero
        controls[control].sensor.heldUntil = now + controls[control].sensor.holdOff
        if isNew { tellHand(on: control) }
        watchDeadline(of: control)
    }

    /// Watches for a loop. Our own answers can come back by the hundred; through another surface, only what a hand has just sent can.
    private mutating func watchForLoop(_ control: ControlIndex, _ raw: UInt32, at now: MonotonicTime) {
        let isAnswered = controls[control].indicator.address != nil && controls[control].indicator.echo == .immediate
        controls[control].sensor.isCircling = controls[control].sensor.loopWatch.isCircling(raw, longest: isAnswered ? 1024 : 64, at: now)
        if controls[control].sensor.isCircling { tellEchoing(controls[control].surface) }
    }

    private mutating func touched(_ control: ControlIndex, _ isTouched: Bool, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].sensor.isTouched != isTouched else { return }
        controls[control].sensor.isTouched = isTouched
        controls[control].sensor.heldUntil = .zero
        tellHand(on: control)
        controls[control].sensor.gesture = .none
        controls[control].sensor.endKeptUntil = .zero
        if isTouched { return endGlides(under: control) }
        if controls[control].binding.isRebound { takeRebound(control, at: now) }
        release(control, at: now, port: port)
    }

    mutating func ignoreEcho(from control: ControlIndex, at now: MonotonicTime) {
        statistics.echoes += 1
        let surface = controls[control].surface
        surfaces[surface].echoes += 1
        if surfaces[surface].echoes >= Self.echoesToTell { tellEchoing(surface) }
        guard let parameter = controls[control].binding.parameter else { return }
        let raw = controls[control].indicator.lastSent
        note(.echoIgnored, parameter, control: control, raw: raw < 0 ? nil : Int32(truncatingIfNeeded: raw), at: now)
    }

    private mutating func tellEchoing(_ surface: SurfaceIndex) {
        guard !surfaces[surface].toldEchoing else { return }
        surfaces[surface].toldEchoing = true
        tell(.echoing(surface: surface))
    }

    /// This many echoes from a surface are no coincidence.
    static var echoesToTell: Int { 4 }
}
