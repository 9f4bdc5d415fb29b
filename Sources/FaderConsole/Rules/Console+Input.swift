public import FaderModel

extension Console {
    /// Handles one message from a surface: decodes it, moves the parameter, and sends the resulting feedback.
    public func handle(_ message: MIDIMessage, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        statistics.messagesIn &+= 1
        guard surfaces.has(surface) else { return }
        let event: SurfaceEvent
        if let plain = surfaces[surface].plain {
            event = plain.take(message, at: now, port: port)
        } else {
            event = surfaces[surface].device.take(message, at: now, port: port)
        }
        guard case .input(let control, let input) = event else {
            return perform(event, of: surface, at: now, port: port)
        }
        take(input, of: control, at: now, port: port)
    }

    /// Handles the input of a control.
    @inline(__always)
    func take(_ input: ControlInput, of control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        if controls[control].binding.isRebound { rebind(control, before: input, at: now) }
        if !controls[control].sensor.duties.isEmpty {
            if controls[control].sensor.duties.contains(.borrowed) { return takeBorrowed(input, of: control, at: now) }
            controls[control].sensor.noteKey(input)
        }
        if controls[control].binding.isButton { return press(control, input, at: now, port: port) }
        guard case .position(let raw) = input else { return takeOther(input, of: control, at: now, port: port) }
        if let count = controls[control].sensor.turn(raw) { return turned(control, by: count, raw, at: now, port: port) }
        moved(control, to: raw, at: now, port: port)
    }

    // Out of line, so that positions do not pay for it.
    @inline(never)
    private func takeOther(_ input: ControlInput, of control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        var raw: UInt32?
        switch input {
        case .position(let place): raw = place
        case .upper(let bits):
            raw = controls[control].sensor.joiner.most(bits, at: now)
            watchDeadline(of: control)
            if let raw { return movedAlone(control, to: raw, at: now, port: port) }
        case .lower(let bits): raw = controls[control].sensor.joiner.least(bits)
        case .lowerFirst(let bits):
            controls[control].sensor.joiner.leastFirst(bits, at: now)
            watchDeadline(of: control)
        case .upperLast(let bits): raw = controls[control].sensor.joiner.mostLast(bits)
        case .delta(let count):
            if controls[control].sensor.encoder != nil { return turned(control, by: count, at: now, port: port) }
            nudged(control, by: count, at: now, port: port)
        case .press:
            let range = controls[control].sensor.range
            raw = range.lowest + range.span
        case .release: raw = 0
        case .touch(let isTouched): touched(control, isTouched, at: now, port: port)
        }
        guard let raw else { return }
        if let count = controls[control].sensor.turn(raw) { return turned(control, by: count, raw, at: now, port: port) }
        moved(control, to: raw, at: now, port: port)
    }

    /// An MSB arrived without an LSB. For an encoder, it is then the whole value.
    func movedAlone(_ control: ControlIndex, to raw: UInt32, at now: MonotonicTime, port: any MIDIPort) {
        guard let encoder = controls[control].sensor.encoder else { return moved(control, to: raw, at: now, port: port) }
        turned(control, by: encoder.detents(upper: raw >> 7), raw, at: now, port: port)
    }

    /// A control moved to a new position.
    // Inlined, because a call would cost a tenth of the rest.
    @inline(__always)
    func moved(_ control: ControlIndex, to sent: UInt32, at now: MonotonicTime, port: any MIDIPort) {
        if controls[control].sensor.isExamined, !passes(sent, of: control, at: now, port: port) { return }
        guard follows(control, to: sent, isHand: true, at: now, port: port) else { return }
        if controls[control].indicator.echo == .immediate { answer(control, at: now, port: port) }
    }

    /// The value follows a control, if it does. Only a hand makes it count as held.
    @inline(__always)
    private func follows(_ control: ControlIndex, to sent: UInt32, isHand: Bool, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        if controls[control].sensor.takesOver {
            takenOver(control, to: sent, at: now, port: port)
            return false
        }
        guard controls[control].binding.parameter != nil else {
            movedFree(control, to: sent, at: now, port: port)
            return false
        }
        let raw = controls[control].sensor.upright(sent)
        let maximum = controls[control].sensor.inputMaximum
        let position = Position(place: raw, of: maximum)
        guard controls[control].takes(position, at: now) else {
            ignoreEcho(from: control, at: now)
            return false
        }
        if controls[control].binding.ends != nil { chooseEnd(of: control, at: position, at: now) }
        guard let parameter = controls[control].binding.parameter else { return false }
        let isMovement = !parameters[parameter].travel.isAt(raw, of: maximum)
        if isMovement {
            // A finger that trembles moves in a loop, too, and so does a control that is sent nothing but jitters.
            if controls[control].notesMovement(raw, at: now) { tellLoop(control) }
            if controls[control].isHeldByMoving {
                if isHand || controls[control].sensor.heldUntil > now { hold(control, at: now) }
            } else if controls[control].indicator.address == nil, !controls[control].sensor.isMoving {
                movedByHand(control)
            }
        }
        let origin = controls[control].sensor.isTouched ? Origin.touch : .hand
        // A control that reports where its parameter already is has not moved it: a typed value keeps its finer digits.
        let value = isMovement ? value(of: parameter, at: position) : parameters[parameter].value
        // Nor does that begin a new gesture.
        let number = value == parameters[parameter].value ? parameters[parameter].decisionNumber : gesture(of: control)
        change(parameter, to: value, origin: origin, number: number, control: control, at: now, port: port)
        return true
    }

    /// Whether a reading is a hand's, or may be: not jitter, nor the motor's. If nobody can tell a hand's from the motor's, the value follows
    /// it here.
    @inline(__always)
    private func passes(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        guard controls[control].sensor.isWatched, port.mayReportMotors else { return passesGate(sent, of: control, at: now) }
        return passesWatch(sent, of: control, at: now, port: port)
    }

    // Out of line, so that moves of other controls do not pay for it.
    @inline(never)
    private func passesWatch(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let mover = mover(sent, of: control, at: now)
        guard mover != .motor else {
            if controls[control].sensor.isKey { controls[control].sensor.noteDown(sent) }
            return false
        }
        guard passesGate(sent, of: control, at: now) else { return false }
        // It is sent there when all is quiet.
        if mover == .either { _ = follows(control, to: sent, isHand: false, at: now, port: port) }
        return mover == .hand
    }

    /// Whether a reading is a real movement, not jitter or the motor on its way.
    // Out of line, so that moves of other controls do not pay for it.
    @inline(never)
    private func passesGate(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime) -> Bool {
        if controls[control].sensor.isKey { controls[control].sensor.noteDown(sent) }
        guard controls[control].sensor.isGated else { return true }
        let (isTouched, gate) = (controls[control].sensor.isTouched, controls[control].sensor.gate)
        guard gate.noise > 0, gate.isUnknown, let parameter = controls[control].binding.parameter else {
            return controls[control].sensor.gate.takes(sent, isTouched: isTouched, at: now)
        }
        // Until its readings show otherwise, a control is taken to be at its parameter's position.
        let maximum = controls[control].sensor.inputMaximum
        let place = controls[control].sensor.sent(upright: raw(ofParameter: parameter, maximum: maximum))
        controls[control].sensor.gate.stands(at: place)
        if controls[control].sensor.gate.takes(sent, isTouched: isTouched, at: now) { return true }
        if controls[control].sensor.takesOver {
            takeovers[control].moveFree(to: Position(raw: controls[control].sensor.upright(sent), of: maximum).fraction)
        }
        return false
    }

    /// A control was turned by single steps from its parameter's value: steps of the parameter, or raw steps if it has none.
    private func nudged(_ control: ControlIndex, by count: Int, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].binding.parameter != nil else { return movedFree(control, at: now, port: port) }
        let count = controls[control].sensor.isInverted ? -count : count
        if controls[control].binding.ends != nil { chooseEnd(of: control, nudgedBy: count, at: now) }
        guard let parameter = controls[control].binding.parameter else { return }
        let maximum = controls[control].sensor.inputMaximum
        let (scale, before) = (parameters[parameter].scale, parameters[parameter].value)
        let value =
            scale.step > 0
            ? scale.stepped(from: before, by: count)
            : scale.along(from: before, byRaw: count, of: maximum)
        if controls[control].indicator.address != nil {
            controls[control].indicator.shown = Int(scale.raw(of: value, maximum: controls[control].indicator.range.span))
            if !controls[control].sensor.isTouched { hold(control, at: now) }
        }
        bring(parameter, to: value, by: control, at: now, port: port)
        answer(control, at: now, port: port)
    }

    /// Answers a moved control at once: only with echo `immediate`, and only if that position was not just sent to it.
    func answer(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].indicator.echo == .immediate, let motor = controls[control].indicator.address,
            let parameter = controls[control].binding.parameter,
            surfaces[controls[control].surface].isListening
        else { return }
        let raw = wantedRaw(of: control, on: parameter)
        controls[control].indicator.owed = -1
        if controls[control].indicator.lastSent != Int(raw) || controls[control].indicator.shown != Int(raw) {
            controls[control].indicator.owed = Int(raw)
            if controls[control].sensor.isInLoop {
                postpone(control, for: .looping, parameter, until: now + controls[control].sensor.loopWatch.pause, at: now)
            } else {
                transmit(raw, of: parameter, to: control, motor, at: now, port: port)
            }
        }
    }

    /// A control moved without a felt finger: its motor is left alone until it rests.
    func hold(_ control: ControlIndex, at now: MonotonicTime) {
        let isNew = controls[control].sensor.heldUntil == .zero
        controls[control].sensor.heldUntil = now + controls[control].sensor.holdOff
        if isNew { tellHand(on: control) }
        watchDeadline(of: control)
    }

    private func touched(_ control: ControlIndex, _ isTouched: Bool, at now: MonotonicTime, port: any MIDIPort) {
        // A finger that was forgotten (an overrun, a reset) may have moved the motor all the same, so its release is answered, too.
        guard controls[control].sensor.isTouched != isTouched || !isTouched && controls[control].isMotor else { return }
        if isTouched || controls[control].sensor.isOn { tellHand(on: control) }
        controls[control].sensor.isTouched = isTouched
        controls[control].sensor.isMoving = false
        controls[control].sensor.heldUntil = .zero
        controls[control].sensor.gesture = .none
        controls[control].sensor.endKeptUntil = .zero
        if isTouched { return endGlides(under: control) }
        if controls[control].binding.isRebound { takeRebound(control, at: now) }
        // Even within a burst, so that a reading that comes late is known to be from before the motor moved.
        let isBatching = isBatching
        self.isBatching = false
        release(control, at: now, port: port)
        self.isBatching = isBatching
    }

    func ignoreEcho(from control: ControlIndex, at now: MonotonicTime) {
        statistics.echoes += 1
        let surface = controls[control].surface
        surfaces[surface].echoes += 1
        if surfaces[surface].echoes >= Self.echoesToTell { tellEchoing(surface) }
        guard let parameter = controls[control].binding.parameter else { return }
        let raw = controls[control].indicator.lastSent
        note(.echoIgnored, parameter, control: control, raw: raw < 0 ? nil : Int32(truncatingIfNeeded: raw), at: now)
    }

    // Out of line, so that moves outside of loops do not pay for it.
    @inline(never)
    private func tellLoop(_ control: ControlIndex) {
        guard !controls[control].sensor.isTouched, controls[control].indicator.address != nil else { return }
        tellEchoing(controls[control].surface)
    }

    func tellEchoing(_ surface: SurfaceIndex) {
        guard !surfaces[surface].toldEchoing else { return }
        surfaces[surface].toldEchoing = true
        notices.add(.echoing(surface: surface))
    }

    /// This many echoes from a surface are not a coincidence.
    static var echoesToTell: Int { 4 }
}
