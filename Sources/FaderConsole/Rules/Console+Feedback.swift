internal import FaderValues

extension Console {
    /// Moves a control's motor to its parameter's position, if it may move and does not show that yet.
    func show(_ control: ControlIndex, in act: Act) {
        if controls[control].binding.isRebound { bindWaiting(control, at: act.now) }
        guard let motor = controls[control].indicator.address, let parameter = controls[control].binding.parameter else {
            return showBlank(control, in: act)
        }
        if isBatching {
            deferFeedback(of: control)
            return
        }
        if !surfaces[controls[control].surface].isListening {
            let isThere = surfaces[controls[control].surface].connections.outputs > 0
            note(isThere ? .notReady : .disconnected, parameter, control: control, at: act.now)
            return
        }
        var raw = UInt32(0)
        if parameters[parameter].isKnown {
            raw = wantedRaw(of: control, on: parameter)
        } else if controls[control].isMotor {
            // It stays where it is; a lamp or a ring is dark.
            return note(.notHeard, parameter, control: control, at: act.now)
        }
        // Reads the fields: calling a method of the whole sensor would copy it.
        if controls[control].sensor.isTouched || controls[control].sensor.heldUntil != .zero, isHeld(control, at: act.now) {
            // A held control is sent only an answer for which there was no room before.
            guard controls[control].indicator.owed >= 0 else {
                note(controls[control].sensor.isTouched ? .heldTouched : .heldHoldOff, parameter, control: control, at: act.now)
                return
            }
            raw = UInt32(controls[control].indicator.owed)
        } else if !controls[control].indicator.mustSend, controls[control].indicator.shown == Int(raw) {
            note(
                .alreadyShown, parameter, control: control, raw: Int32(truncatingIfNeeded: message(raw, to: control, motor).raw),
                at: act.now)
            return
        }
        transmit(raw, of: parameter, to: control, motor, in: act)
    }

    /// Whether a control must be left alone. Ends a hold-off that is over.
    @inline(never)
    private func isHeld(_ control: ControlIndex, at now: MonotonicTime) -> Bool {
        if controls[control].endHoldOff(at: now) { tellHand(on: control) }
        return controls[control].sensor.isTouched || controls[control].sensor.heldUntil > now
    }

    /// Writes a position to a motor. If there is no room, the control is remembered, not the position: the newest one is sent later.
    @inline(__always)
    func transmit(
        _ raw: UInt32, of parameter: ParameterIndex?, to control: ControlIndex, _ motor: MessageAddress, isGuided: Bool = true, in act: Act
    ) {
        let surface = controls[control].surface
        let message = message(raw, to: control, motor)
        let result: SendResult
        if surfaces[surface].sendsAsIs {
            result = act.port.send(message, to: surface)
        } else {
            if isGuided, controls[control].indicator.motorPlace >= 0, guide(control, to: raw, of: parameter, motor, in: act) { return }
            result =
                controls[control].indicator.hasMessages
                ? showLamp(message.raw, of: control, in: act) : surfaces[surface].device.show(message, in: act)
        }
        guard case .sent = result else { return failed(result, parameter, to: control, at: act.now) }
        if !controls[control].indicator.hasMessages { noteCarried(by: surface, motor, at: act.now) }
        controls[control].indicator.sent(raw, at: act.now)
        if controls[control].sensor.isGated { noteSent(raw, to: control, in: act) }
        if controls[control].indicator.motorPlace >= 0 { motorGlides[controls[control].indicator.motorPlace].sent(raw, at: act.now) }
        surfaces[surface].retryPause.end()
        if let parameter { note(.sent, parameter, control: control, raw: Int32(truncatingIfNeeded: message.raw), at: act.now) }
    }

    /// Notes that a message was not sent, or not yet.
    @inline(never)
    private func failed(_ result: SendResult, _ parameter: ParameterIndex?, to control: ControlIndex, at now: MonotonicTime) {
        let surface = controls[control].surface
        switch result {
        case .sent: break
        case .wouldBlock:
            waiting.waitForRoom()
            block(control, parameter, at: now)
        case .busy:
            // Another reader behind the surface may have got it, so the newest position has to be sent even if it was shown before.
            controls[control].indicator.mustSend = true
            block(control, parameter, at: now)
            if surfaces[surface].pausesUntil <= now { surfaces[surface].pausesUntil = surfaces[surface].retryPause.next(after: now) }
            waiting.wait(until: surfaces[surface].pausesUntil)
        case .pausing(let end):
            surfaces[surface].pausesUntil = end
            postpone(control, for: .pausing, parameter, until: end, at: now)
        case .failed(let errno):
            statistics.failures += 1
            controls[control].indicator.owed = -1
            if let parameter { note(.failed, parameter, control: control, raw: errno, at: now) }
            tellFailing(surface, errno)
        }
    }

    /// The motor's readings on the way there, and at the goal, do not come from a hand.
    @inline(never)
    private func noteSent(_ raw: UInt32, to control: ControlIndex, in act: Act) {
        guard controls[control].isMotor, controls[control].sensor.gate.noise > 0 || act.port.mayReportMotors else { return }
        let place = Position(place: raw, of: controls[control].shownPlaces).raw(of: controls[control].sentPlaces)
        let sent = controls[control].sensor.sent(upright: place)
        let isHeld = controls[control].sensor.isTouched || controls[control].sensor.heldUntil > act.now
        controls[control].sensor.gate.sent(sent, isHeld: isHeld, at: act.now)
    }

    func tellFailing(_ surface: SurfaceIndex, _ errno: Int32) {
        guard !surfaces[surface].toldFailing else { return }
        surfaces[surface].toldFailing = true
        notices.add(.failing(surface: surface, errno))
    }

    @inline(__always)
    func message(_ raw: UInt32, to control: ControlIndex, _ motor: MessageAddress) -> MIDIMessage {
        let range = controls[control].indicator.range
        // The value of a lamp for one of its states may be outside the range: then the offset is, too.
        return MIDIMessage(motor, raw: range.lowest &+ (controls[control].indicator.isInverted ? range.span &- raw : raw))
    }

    private func block(_ control: ControlIndex, _ parameter: ParameterIndex?, at now: MonotonicTime) {
        statistics.blocked += 1
        if let parameter { note(.blocked, parameter, control: control, at: now) }
        guard !controls[control].indicator.isBlocked else { return }
        controls[control].indicator.isBlocked = true
        waiting.add(control)
    }

    /// Shows the newest position a little later, and notes why for `explain`.
    func postpone(
        _ control: ControlIndex, for reason: Decision.Kind, _ parameter: ParameterIndex?, until moment: MonotonicTime, at now: MonotonicTime
    ) {
        guard controls[control].indicator.address != nil else { return }
        if let parameter { note(reason, parameter, control: control, at: now) }
        postpone(control, until: moment)
    }

    /// Shows the newest position a little later: sent at once, it would come back as another move.
    func postpone(_ control: ControlIndex, until moment: MonotonicTime) {
        guard controls[control].indicator.address != nil else { return }
        waiting.wait(until: moment)
        guard !controls[control].indicator.isBlocked else { return }
        controls[control].indicator.isBlocked = true
        waiting.add(control)
    }

    /// Whether output waits for room, so POLLOUT has to be polled. Busy readers do not count: they are retried at `nextDeadline`.
    public var isBlocked: Bool { waiting.areBlocked }

    /// Sends what waits, because there is room again.
    public func writable(at now: MonotonicTime, port: any MIDIPort) { retryWaiting(in: Act(now: now, port: port)) }

    /// Each control is sent its newest position.
    func retryWaiting(in act: Act) {
        waiting.begin()
        for _ in 0..<waiting.count {
            guard let control = waiting.pop() else { return }
            controls[control].indicator.isBlocked = false
            let pauseEnd = surfaces[controls[control].surface].pausesUntil
            if pauseEnd > act.now { postpone(control, until: pauseEnd) } else { show(control, in: act) }
        }
    }

    /// The hand has left: the motor gets the true position, even if that was the last one sent. With echo `never`, only if it shows another
    /// one.
    func release(_ control: ControlIndex, in act: Act) {
        guard controls[control].indicator.address != nil else { return }
        controls[control].indicator.owed = -1
        if controls[control].indicator.echo != .never {
            controls[control].indicator.mustSend = true
            forgetLamp(of: control)
        }
        show(control, in: act)
    }

    /// Answers a moved control at once: only with echo `immediate`, and only if that position was not just sent to it.
    func answer(_ control: ControlIndex, in act: Act) {
        guard controls[control].indicator.echo == .immediate, let motor = controls[control].indicator.address,
            let parameter = controls[control].binding.parameter, parameters[parameter].isKnown,
            surfaces[controls[control].surface].isListening
        else { return }
        let raw = wantedRaw(of: control, on: parameter)
        controls[control].indicator.owed = -1
        if controls[control].indicator.lastSent != Int(raw) || controls[control].indicator.shown != Int(raw) {
            controls[control].indicator.owed = Int(raw)
            if controls[control].sensor.isInLoop {
                postpone(control, for: .looping, parameter, until: act.now + controls[control].sensor.loopWatch.pause, at: act.now)
            } else {
                transmit(raw, of: parameter, to: control, motor, in: act)
            }
        }
    }

    /// What a control should show, as an offset within its indicator's range.
    @inline(__always)
    func wantedRaw(of control: ControlIndex, on parameter: ParameterIndex) -> UInt32 {
        if controls[control].indicator.isSpecial, let raw = specialRaw(of: control, on: parameter) { return raw }
        return raw(ofParameter: parameter, maximum: controls[control].indicator.range.span)
    }

    /// The same for a lamp that is lit for only one value or while its control has not taken hold, or for an indicator with a middle (a
    /// lamp of a ring, or 64 of 7 bits). Nil if a button shows the position.
    @inline(never)
    func specialRaw(of control: ControlIndex, on parameter: ParameterIndex) -> UInt32? {
        if controls[control].indicator.isTakeoverLamp { return isWaiting(control) ? controls[control].indicator.range.span : 0 }
        if controls[control].binding.isButton {
            if buttons[control].states.count > 0, let raw = stateRaw(of: control, on: parameter) { return raw }
            switch buttons[control].lamp {
            case .value(let value): return parameters[parameter].value == value ? controls[control].indicator.range.span : 0
            case .trigger(let lamp): return triggerRaw(of: control, lamp, on: parameter)
            case .offset(let latches):
                return isOffset(parameter, by: control, latches: latches) ? controls[control].indicator.range.span : 0
            case .position, .deck, .dark: return nil
            }
        }
        let position = parameters[parameter].scale.position(of: parameters[parameter].value)
        // Values between off and on mean nothing.
        if controls[control].indicator.hasMessages { return position.fraction >= 0.5 ? controls[control].indicator.range.span : 0 }
        let raw = raw(ofParameter: parameter, of: controls[control].shownPlaces)
        return position.fraction == 0.5 ? raw + (controls[control].indicator.ring?.middle ?? 0) : raw
    }

    /// Nil if the lamp has no value for each state of its parameter.
    private func stateRaw(of control: ControlIndex, on parameter: ParameterIndex) -> UInt32? {
        let (value, indicator) = (parameters[parameter].value, (controls[control].indicator.range, controls[control].indicator.isInverted))
        let state: Int
        switch buttons[control].lamp {
        case .value(let wanted): state = value == wanted ? 1 : 0
        case .offset(let latches): state = isOffset(parameter, by: control, latches: latches) ? 1 : 0
        case .position where isOnByGroup(parameter): state = 2
        case .position where parameters[parameter].hasOptions: state = Int(value)
        case .position: state = parameters[parameter].scale.position(of: value).fraction >= 0.5 ? 1 : 0
        case .trigger, .deck, .dark: return nil
        }
        let place = buttons[control].states.raw(of: state) &- indicator.0.lowest
        return indicator.1 ? indicator.0.span &- place : place
    }

    /// Whether a toggle is on only because its group is, and not by itself.
    func isOnByGroup(_ member: ParameterIndex) -> Bool {
        guard parameters[member].tie >= 0, parameters[member].value > 0 else { return false }
        let tie = TieIndex(Int(parameters[member].tie))
        guard ties[tie].isMute, ties[tie].relation.value == 0, let group = ties[tie].group else { return false }
        return parameters[ties[group].parameter].value > 0
    }

    private func triggerRaw(of control: ControlIndex, _ lamp: TriggerLamp, on trigger: ParameterIndex) -> UInt32 {
        let isLit = parameters[trigger].value > 0 || parameters[trigger].isOn
        let isFailed = parameters[trigger].hasFailed && parameters[trigger].value == 0
        let indicator = (range: controls[control].indicator.range, isInverted: controls[control].indicator.isInverted)
        guard let raw = isFailed ? lamp.failed : isLit ? lamp.running : lamp.idle else {
            // A lit lamp blinks by going dark.
            return isFailed != isLit ? indicator.range.span : 0
        }
        let place = raw &- indicator.range.lowest
        return indicator.isInverted ? indicator.range.span &- place : place
    }

    func deferFeedback(of control: ControlIndex) {
        guard !controls[control].indicator.isDeferred else { return }
        controls[control].indicator.isDeferred = true
        deferred.push(control)
    }
}
