internal import FaderValues

/// A lesson: while somebody learns a control, the next one that moves is borrowed before its first message acts, so that it moves nothing
/// while it is learned.
extension Console {
    /// Borrows the next control that moves, and reports it as a hand that `isLearned`; then it is a loan like any other. Nil ends the lesson.
    public func learn(_ lesson: Lesson?, at now: MonotonicTime, port: any MIDIPort) {
        giveBackTouched(in: Act(now: now, port: port))
        armed = lesson
    }

    /// A control that moved in the last two seconds is in use by somebody, and is not the one that is learned.
    private static var rest: MonotonicTime.Interval { .milliseconds(2_000) }

    /// Borrows a control if this input is what a lesson waits for. A finger alone borrows it until it leaves.
    @inline(never)
    func borrowMoved(_ control: ControlIndex, _ input: ControlInput, in act: Act) {
        guard let lesson = armed, lesson.surface ?? controls[control].surface == controls[control].surface else { return }
        if case .touch(let isTouched) = input {
            if lesson.touched == control {
                if !isTouched { giveBackTouched(in: act) }
            } else if isTouched, isFree(control, at: act.now) {
                giveBackTouched(in: act)
                _ = lend(control, .begin, at: act.now, port: act.port)
                armed?.touched = control
            }
            return
        }
        if lesson.touched == control {
            armed?.touched = nil
        } else {
            guard isFree(control, at: act.now), isMovement(input, of: control, in: act) else { return }
            giveBackTouched(in: act)
            _ = lend(control, .begin, at: act.now, port: act.port)
        }
        controls[control].sensor.duties.insert(.learned)
        tellHand(on: control)
        if lesson.isOfAll { armed?.surface = controls[control].surface } else { armed = nil }
    }

    /// A finger left the control that it was on, or another control moved.
    private func giveBackTouched(in act: Act) {
        guard let control = armed?.touched else { return }
        armed?.touched = nil
        let takeover = takeovers[control]
        _ = lend(control, .end, at: act.now, port: act.port)
        // It has not moved.
        takeovers[control] = takeover
    }

    private func isFree(_ control: ControlIndex, at now: MonotonicTime) -> Bool {
        guard !controls[control].sensor.duties.contains(.borrowed) else { return false }
        let last = max(controls[control].sensor.lastMoved, buttons[control].lastPressed)
        return last == .zero || last + Self.rest <= now
    }

    /// Whether an input moves or presses a control, and is not jitter, an echo or its motor. Changes nothing: the input is handled later.
    private func isMovement(_ input: ControlInput, of control: ControlIndex, in act: Act) -> Bool {
        let (state, takeover) = (controls[control], takeovers[control])
        defer { (controls[control], takeovers[control]) = (state, takeover) }
        if controls[control].binding.isButton || controls[control].sensor.isKey { return isPress(input, of: control, in: act) }
        switch input {
        case .position(let raw): return isMovement(to: raw, of: control, in: act)
        case .upper(let bits):
            guard let raw = controls[control].sensor.joiner.most(bits, at: act.now) else { return false }
            return isMovement(to: raw, of: control, in: act)
        case .lower(let bits):
            guard let raw = controls[control].sensor.joiner.least(bits) else { return false }
            return isMovement(to: raw, of: control, in: act)
        case .upperLast(let bits):
            return isMovement(to: controls[control].sensor.joiner.mostLast(bits), of: control, in: act)
        case .delta, .press: return true
        case .lowerFirst, .release, .touch: return false
        }
    }

    private func isMovement(to raw: UInt32, of control: ControlIndex, in act: Act) -> Bool {
        if let encoder = controls[control].sensor.encoder {
            return encoder.isTurned(to: raw)
                && !(controls[control].indicator.comesBack && isRingEcho(raw, from: control, at: act.now))
        }
        if controls[control].sensor.isWatched, act.port.mayReportMotors, controls[control].isMotor {
            var motor = motors[control]
            let isHeld = controls[control].sensor.heldUntil > act.now
            let mover = motor.mover(Int32(truncatingIfNeeded: raw), order(to: control), isHeld: isHeld, at: act.now)
            if mover == .motor { return false }
        }
        guard passesGate(raw, of: control, at: act.now) else { return false }
        let (place, places) = (controls[control].sensor.upright(raw), controls[control].sentPlaces)
        let hasMiddle = controls[control].binding.hasMiddle
        guard controls[control].accepts(Position(place: place, of: places), hasMiddle: hasMiddle, at: act.now) else { return false }
        guard let parameter = controls[control].binding.parameter, controls[control].binding.ends == nil,
            !controls[control].sensor.takesOver
        else { return true }
        // A control that reports where its parameter already is has not moved it.
        return !parameters[parameter].travel.isAt(place, of: places)
    }

    private func isPress(_ input: ControlInput, of control: ControlIndex, in act: Act) -> Bool {
        let (isDown, raw): (Bool, UInt32) =
            switch input {
            case .position(let raw): (raw >= controls[control].sensor.pressedFrom, controls[control].sensor.range.place(of: raw))
            case .upper(let bits), .upperLast(let bits): (bits > 63, UInt32(bits))
            case .press: (true, controls[control].sensor.inputMaximum)
            case .release: (false, 0)
            case .lower, .lowerFirst, .delta, .touch: (controls[control].sensor.isInverted, 0)
            }
        guard isDown != controls[control].sensor.isInverted else { return false }
        var maximum = controls[control].sensor.inputMaximum
        if case .upper = input { maximum = 127 }
        return !isEcho(raw, of: maximum, isPress: true, from: control, at: act.now)
    }
}
