internal import FaderValues

/// Motors that glide to where they go, and do not move while their surface's `motors:` is off. Only the controls of such surfaces are among
/// `motorGlides`.
extension Console {
    func mayMoveMotors(of surface: SurfaceIndex) -> Bool {
        surfaces[surface].motorSwitch.map { parameters[$0].value != 0 } ?? true
    }

    func glides(_ control: ControlIndex) -> Bool {
        let place = controls[control].indicator.motorPlace
        return place >= 0 && motorGlides[place].travelTime > .milliseconds(0)
    }

    /// Returns false if the position is to be sent at once.
    @inline(never)
    func guide(_ control: ControlIndex, to raw: UInt32, of parameter: ParameterIndex?, _ motor: MessageAddress, in act: Act) -> Bool {
        let place = controls[control].indicator.motorPlace
        guard controls[control].isMotor else { return false }
        let isHeld = controls[control].sensor.isHeld(at: act.now)
        guard mayMoveMotors(of: controls[control].surface) else {
            motorGlides[place].stop(byHand: isHeld)
            refuseMove(control, of: parameter, motor, isHeld: isHeld, in: act)
            return true
        }
        guard !isHeld else {
            motorGlides[place].stop(byHand: true)
            return false
        }
        let number = parameter.map { Int32(truncatingIfNeeded: $0.offset) } ?? -1
        let goal = Int32(truncatingIfNeeded: raw)
        let shown = controls[control].indicator.shown
        if motorGlides[place].isActive, !motorGlides[place].isDisturbed(shown), motorGlides[place].goal == goal,
            motorGlides[place].parameter == number
        {
            return true
        }
        guard motorGlides[place].go(to: goal, for: number, shown: shown, at: act.now) else { return false }
        controls[control].indicator.owed = -1
        motorGlides.begin(place, at: act.now)
        nextTimed = min(nextTimed, motorGlides.nextTick)
        if let parameter { note(.gliding, parameter, control: control, raw: Int32(truncatingIfNeeded: raw), at: act.now) }
        return true
    }

    /// The motors are off. A device that expects an answer to each move is sent where the hand is, or it would pull the control back.
    private func refuseMove(_ control: ControlIndex, of parameter: ParameterIndex?, _ motor: MessageAddress, isHeld: Bool, in act: Act) {
        let shown = controls[control].indicator.shown
        if isHeld, shown >= 0, controls[control].indicator.echo == .immediate {
            return transmit(UInt32(shown), of: parameter, to: control, motor, isGuided: false, in: act)
        }
        controls[control].indicator.owed = -1
        if let parameter { note(.motorsOff, parameter, control: control, at: act.now) }
    }

    func glideMotors(in act: Act) {
        guard motorGlides.nextTick <= act.now else { return }
        var left = MotorGlides.atOnce
        while left > 0, let place = motorGlides.next() {
            moveMotor(place, in: act)
            left -= 1
        }
        motorGlides.endTick(at: act.now)
    }

    private func moveMotor(_ place: Int32, in act: Act) {
        let control = motorGlides[place].control
        let isHeld = controls[control].sensor.isHeld(at: act.now)
        guard !isHeld, !motorGlides[place].isDisturbed(controls[control].indicator.shown) else {
            return motorGlides[place].stop(byHand: true)
        }
        guard let motor = controls[control].indicator.address, controls[control].isMotor, !controls[control].indicator.isBlocked,
            surfaces[controls[control].surface].isListening, mayMoveMotors(of: controls[control].surface),
            let goal = goal(of: control)
        else { return motorGlides[place].stop(byHand: false) }
        let parameter = controls[control].binding.parameter
        if Int(goal) != Int(motorGlides[place].goal), guide(control, to: goal, of: parameter, motor, in: act) { return }
        let raw = motorGlides[place].isActive ? motorGlides[place].raw(at: act.now) : goal
        if controls[control].indicator.shown == Int(raw), !controls[control].indicator.mustSend {
            return motorGlides[place].sent(raw, at: act.now)
        }
        transmit(raw, of: raw == goal ? parameter : nil, to: control, motor, isGuided: false, in: act)
        // Blocked: the newest position is sent a way there when there is room. Failed: nobody can be told.
        if controls[control].indicator.shown != Int(raw) { motorGlides[place].stop(byHand: false) }
    }

    /// Where the motor of a control belongs now; nil if nowhere.
    private func goal(of control: ControlIndex) -> UInt32? {
        guard let parameter = controls[control].binding.parameter else { return controls[control].indicator.blank == .motor ? 0 : nil }
        return parameters[parameter].isKnown ? wantedRaw(of: control, on: parameter) : nil
    }

    /// A surface's motors were switched off or on. Where they belong, they go quietly.
    @inline(never)
    func motorsSwitched(by parameter: ParameterIndex, in act: Act) {
        // At once even within a burst, because only what is sent here goes quietly.
        let isBatching = isBatching
        self.isBatching = false
        defer { self.isBatching = isBatching }
        for place in 0..<Int32(motorGlides.motors.count) {
            let control = motorGlides[place].control
            guard surfaces[controls[control].surface].motorSwitch == parameter else { continue }
            motorGlides[place].stop(byHand: false)
            guard parameters[parameter].value != 0 else { continue }
            motorGlides[place].isQuiet = true
            show(control, in: act)
            // One under a hand goes quietly when that has left.
            if !motorGlides[place].isActive, !controls[control].sensor.isHeld(at: act.now) { motorGlides[place].isQuiet = false }
        }
    }

    /// Whether a report that looks like its motor's on the way is a hand's: it goes against the way.
    @inline(never)
    func isOpposed(_ control: ControlIndex, by sent: UInt32, at now: MonotonicTime) -> Bool {
        let place = controls[control].indicator.motorPlace
        guard place >= 0, motorGlides[place].isActive, !controls[control].sensor.isTouched,
            motorGlides[place].isOpposed(by: Int32(truncatingIfNeeded: shownPlace(of: control, at: sent)), at: now)
        else { return false }
        controls[control].sensor.gate.handCame(at: sent, now)
        return true
    }

    private func shownPlace(of control: ControlIndex, at sent: UInt32) -> UInt32 {
        Position(place: controls[control].sensor.upright(sent), of: controls[control].sentPlaces).raw(of: controls[control].shownPlaces)
    }

    /// A hand or a borrower may have moved the motor to this reading of its control.
    func motorRests(_ control: ControlIndex, at sent: UInt32) {
        let place = controls[control].indicator.motorPlace
        if place >= 0 { motorGlides[place].rests(at: Int(shownPlace(of: control, at: sent))) }
    }

    func motorWasDriven(_ control: ControlIndex, to raw: UInt32) {
        let (place, range) = (controls[control].indicator.motorPlace, controls[control].indicator.range)
        guard place >= 0 else { return }
        let offset = Int(range.place(of: raw))
        motorGlides[place].rests(at: controls[control].indicator.isInverted ? Int(range.span) - offset : offset)
    }

    func forgetMotor(of control: ControlIndex) {
        if controls[control].indicator.motorPlace >= 0 { motorGlides[controls[control].indicator.motorPlace].forget() }
    }

    func adoptMotor(of control: ControlIndex, _ old: Console, _ previous: ControlIndex, at now: MonotonicTime) {
        let (place, before) = (controls[control].indicator.motorPlace, old.controls[previous].indicator.motorPlace)
        guard place >= 0, before >= 0 else { return }
        motorGlides[place].adopt(old.motorGlides[before])
        guard motorGlides[place].isActive else { return }
        motorGlides.begin(place, at: now)
        nextTimed = min(nextTimed, motorGlides.nextTick)
    }
}
