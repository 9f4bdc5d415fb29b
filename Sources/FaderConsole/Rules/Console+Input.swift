public import FaderValues

extension Console {
    public func handle(_ message: MIDIMessage, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        handle(message, from: surface, in: Act(now: now, port: port))
    }

    @inline(__always)
    private func handle(_ message: MIDIMessage, from surface: SurfaceIndex, in act: Act) {
        statistics.messagesIn &+= 1
        guard surfaces.has(surface) else { return }
        let event: SurfaceEvent
        if let plain = surfaces[surface].plain {
            event = plain.receive(message, in: act)
        } else {
            event = surfaces[surface].device.receive(message, in: act)
        }
        guard case .input(let control, let input) = event else {
            return perform(event, of: surface, in: act)
        }
        handle(input, of: control, in: act)
    }

    @inline(__always)
    func handle(_ input: ControlInput, of control: ControlIndex, in act: Act) {
        if controls[control].binding.isRebound { rebind(control, before: input, at: act.now) }
        if armed != nil { borrowMoved(control, input, in: act) }
        if !controls[control].sensor.duties.isEmpty {
            if controls[control].sensor.duties.contains(.borrowed) { return handleBorrowed(input, of: control, at: act.now) }
            controls[control].sensor.noteKey(input)
        }
        if controls[control].binding.isButton { return press(control, input, in: act) }
        guard case .position(let raw) = input else { return handleOther(input, of: control, in: act) }
        if let count = controls[control].sensor.turn(raw) { return turned(control, by: count, raw, in: act) }
        moved(control, to: raw, in: act)
    }

    @inline(never)
    private func handleOther(_ input: ControlInput, of control: ControlIndex, in act: Act) {
        var raw: UInt32?
        switch input {
        case .position(let place): raw = place
        case .upper(let bits):
            raw = controls[control].sensor.joiner.most(bits, at: act.now)
            watchDeadline(of: control)
            if let raw { return movedAlone(control, to: raw, in: act) }
        case .lower(let bits): raw = controls[control].sensor.joiner.least(bits)
        case .lowerFirst(let bits):
            controls[control].sensor.joiner.leastFirst(bits, at: act.now)
            watchDeadline(of: control)
        case .upperLast(let bits): raw = controls[control].sensor.joiner.mostLast(bits)
        case .delta(let count):
            if controls[control].sensor.encoder != nil { return turned(control, by: count, in: act) }
            nudged(control, by: count, in: act)
        case .press:
            let range = controls[control].sensor.range
            raw = range.lowest + range.span
        case .release: raw = 0
        case .touch(let isTouched): touched(control, isTouched, in: act)
        }
        guard let raw else { return }
        if let count = controls[control].sensor.turn(raw) { return turned(control, by: count, raw, in: act) }
        moved(control, to: raw, in: act)
    }

    /// An MSB came without an LSB. For an encoder, it is the whole value.
    func movedAlone(_ control: ControlIndex, to raw: UInt32, in act: Act) {
        guard let encoder = controls[control].sensor.encoder else { return moved(control, to: raw, in: act) }
        turned(control, by: encoder.detents(upper: raw >> 7), raw, in: act)
    }

    /// Inlined, because a call would cost a tenth of the rest.
    @inline(__always)
    func moved(_ control: ControlIndex, to sent: UInt32, in act: Act) {
        if controls[control].sensor.isExamined, !passes(sent, of: control, in: act) { return }
        guard follows(control, to: sent, in: act) else { return }
        if controls[control].indicator.echo == .immediate { answer(control, in: act) }
    }

    /// Returns false if the value does not follow the control.
    @inline(__always)
    private func follows(_ control: ControlIndex, to sent: UInt32, in act: Act) -> Bool {
        guard controls[control].sensor.isDetoured else { return follows(control, to: sent, hasMiddle: false, in: act) }
        return followsOnDetour(control, to: sent, in: act)
    }

    @inline(never)
    private func followsOnDetour(_ control: ControlIndex, to sent: UInt32, in act: Act) -> Bool {
        guard controls[control].sensor.takesOver else { return follows(control, to: sent, hasMiddle: true, in: act) }
        takenOver(control, to: sent, in: act)
        return false
    }

    @inline(__always)
    private func follows(_ control: ControlIndex, to sent: UInt32, hasMiddle: Bool, in act: Act) -> Bool {
        guard controls[control].binding.parameter != nil else {
            movedFree(control, to: sent, in: act)
            return false
        }
        let raw = controls[control].sensor.upright(sent)
        let places = hasMiddle ? controls[control].sentPlaces : MessagePositions(last: controls[control].sensor.inputMaximum)
        let position = Position(place: raw, of: places)
        guard controls[control].accepts(position, hasMiddle: hasMiddle, at: act.now) else {
            ignoreEcho(from: control, at: act.now)
            return false
        }
        if controls[control].binding.ends != nil { chooseEnd(of: control, at: position, at: act.now) }
        guard let parameter = controls[control].binding.parameter else { return false }
        let isMovement = !parameters[parameter].travel.isAt(raw, of: places)
        if isMovement {
            // A trembling finger moves in a loop, too, and so does a control that jitters although it is sent nothing.
            if controls[control].notesMovement(raw, at: act.now) { tellLoop(control) }
            if controls[control].isHeldByMoving {
                hold(control, at: act.now)
            } else if controls[control].indicator.address == nil, !controls[control].sensor.isMoving {
                movedByHand(control)
            }
        }
        let origin = controls[control].sensor.isTouched ? ChangeOrigin.touch : .hand
        // A control that reports where its parameter already is has not moved it: a typed value keeps its finer digits.
        let value = isMovement ? value(of: parameter, at: position) : parameters[parameter].value
        // Nor does that begin a new gesture.
        let number = parameters[parameter].isNews(value) ? gesture(of: control) : parameters[parameter].decisionNumber
        change(parameter, to: value, origin: origin, number: number, control: control, in: act)
        return true
    }

    /// Whether a reading comes from a hand, not from jitter or the motor. If it may be either, the value follows it here.
    @inline(__always)
    private func passes(_ sent: UInt32, of control: ControlIndex, in act: Act) -> Bool {
        guard controls[control].sensor.isWatched, act.port.mayReportMotors else { return passesGate(sent, of: control, at: act.now) }
        return passesWatch(sent, of: control, in: act)
    }

    @inline(never)
    private func passesWatch(_ sent: UInt32, of control: ControlIndex, in act: Act) -> Bool {
        let mover = mover(sent, of: control, at: act.now)
        guard mover != .motor else {
            if controls[control].sensor.isKey { controls[control].sensor.noteDown(sent) }
            return false
        }
        guard passesGate(sent, of: control, at: act.now) else { return false }
        // It is answered when it rests.
        if mover == .either { _ = follows(control, to: sent, in: act) }
        return mover == .hand
    }

    @inline(never)
    func passesGate(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime) -> Bool {
        if controls[control].sensor.isKey { controls[control].sensor.noteDown(sent) }
        guard controls[control].sensor.isGated else { return true }
        let (isTouched, gate) = (controls[control].sensor.isTouched, controls[control].sensor.gate)
        guard gate.noise > 0, gate.isUnknown, let parameter = controls[control].binding.parameter else {
            return controls[control].sensor.gate.passes(sent, isTouched: isTouched, at: now) || isOpposed(control, by: sent, at: now)
        }
        // Until its readings show otherwise, a control is taken to be at its parameter's position.
        let places = controls[control].sentPlaces
        let place = controls[control].sensor.sent(upright: raw(ofParameter: parameter, of: places))
        controls[control].sensor.gate.rests(at: place)
        if controls[control].sensor.gate.passes(sent, isTouched: isTouched, at: now) { return true }
        if controls[control].sensor.takesOver {
            takeovers[control].moveFree(to: Position(place: controls[control].sensor.upright(sent), of: places).fraction)
        }
        return false
    }

    /// A control was turned by single steps from its parameter's value: steps of the parameter, or raw steps if it has none.
    private func nudged(_ control: ControlIndex, by count: Int, in act: Act) {
        guard controls[control].binding.parameter != nil else { return movedFree(control, in: act) }
        let count = controls[control].sensor.isInverted ? -count : count
        if controls[control].binding.ends != nil { chooseEnd(of: control, nudgedBy: count, at: act.now) }
        guard let parameter = controls[control].binding.parameter else { return }
        guard parameters[parameter].isKnown else { return _ = refuseUnheard(parameter, by: control, origin: .hand, at: act.now) }
        let (scale, before) = (parameters[parameter].scale, parameters[parameter].value)
        let value =
            scale.step > 0
            ? scale.stepped(from: before, by: count)
            : scale.along(from: before, byRaw: count, of: controls[control].sentPlaces)
        if controls[control].indicator.address != nil {
            controls[control].indicator.shown = Int(scale.travel(of: value).raw(of: controls[control].shownPlaces))
            if !controls[control].sensor.isTouched { hold(control, at: act.now) }
        }
        bring(parameter, to: value, by: control, in: act)
        answer(control, in: act)
    }

    private func touched(_ control: ControlIndex, _ isTouched: Bool, in act: Act) {
        // A finger that was forgotten (an overrun, a reset) may have moved the motor all the same, so its release is answered, too.
        guard controls[control].sensor.isTouched != isTouched || !isTouched && controls[control].isMotor else { return }
        if isTouched || controls[control].sensor.isOn { tellHand(on: control) }
        controls[control].sensor.isTouched = isTouched
        controls[control].sensor.isMoving = false
        controls[control].sensor.heldUntil = .zero
        controls[control].sensor.gesture = .none
        controls[control].sensor.endKeptUntil = .zero
        if isTouched {
            if decks.table.anyTouchSelects { touchedStrip(with: control, in: act) }
            if controls[control].indicator.motorPlace >= 0 { motorGlides[controls[control].indicator.motorPlace].stop(byHand: true) }
            return endGlides(under: control)
        }
        if controls[control].binding.isRebound { bindWaiting(control, at: act.now) }
        // Sent at once even within a burst, so that a late reading is known to come from before the motor moved.
        let isBatching = isBatching
        self.isBatching = false
        release(control, in: act)
        self.isBatching = isBatching
    }
}
