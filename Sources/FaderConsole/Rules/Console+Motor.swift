internal import FaderValues

/// Motors without a touch sensor: their own reports are distinguished from the movements of a hand.
extension Console {
    /// A reading caused by the control's motor changes nothing.
    @inline(never)
    func mover(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime) -> MotorWatch.Mover {
        guard controls[control].isMotor else { return .hand }
        let isHeld = controls[control].sensor.heldUntil > now
        let mover = motors[control].mover(Int32(truncatingIfNeeded: sent), order(to: control), isHeld: isHeld, at: now)
        if motors[control].beside > 0 { tellBeside(control) }
        if mover == .motor { noteReport(sent, of: control, at: now) }
        return mover
    }

    private func noteReport(_ sent: UInt32, of control: ControlIndex, at now: MonotonicTime) {
        let place = Position(place: controls[control].sensor.upright(sent), of: controls[control].sentPlaces)
            .raw(of: controls[control].shownPlaces)
        if controls[control].indicator.comesBack, controls[control].indicator.echoGuard.isEcho(place, at: now) {
            ignoreEcho(from: control, at: now)
        } else if let parameter = controls[control].binding.parameter {
            note(.motorReported, parameter, control: control, raw: Int32(truncatingIfNeeded: sent), at: now)
        }
    }

    /// What a control's motor was sent last, as the control would report it.
    func order(to control: ControlIndex) -> MotorWatch.Order? {
        guard controls[control].indicator.lastSent >= 0 else { return nil }
        let (sent, shown, sensor) = (controls[control].sentPlaces, controls[control].shownPlaces, controls[control].sensor)
        func reported(_ raw: UInt32) -> Int32 {
            Int32(truncatingIfNeeded: sensor.sent(upright: Position(place: raw, of: shown).raw(of: sent)))
        }
        let goal = UInt32(controls[control].indicator.lastSent)
        let recent = controls[control].indicator.echoGuard.bounds
        let (one, other) = recent.map { (reported($0.lowest), reported($0.highest)) } ?? (reported(goal), reported(goal))
        return MotorWatch.Order(
            goal: reported(goal), time: controls[control].indicator.echoGuard.lastSent, lowest: min(one, other), highest: max(one, other))
    }

    /// The hold-off is over: the motor gets the true position, unless the movement may have been its answer to the last one.
    func leave(_ control: ControlIndex, in act: Act) {
        if motors[control].mustAnswer() { return release(control, in: act) }
        controls[control].indicator.owed = -1
        show(control, in: act)
    }

    private func tellBeside(_ control: ControlIndex) {
        let (surface, steps) = (controls[control].surface, motors[control].beside)
        motors[control].beside = 0
        guard !surfaces[surface].toldBeside else { return }
        surfaces[surface].toldBeside = true
        notices.add(.beside(control: control, steps: steps))
    }
}
