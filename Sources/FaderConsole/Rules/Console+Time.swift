internal import FaderValues

extension Console {
    public var nextDeadline: MonotonicTime { min(nextTimed, waiting.retryAt, nextOfSurfaces) }

    /// Does what is due: ends hold-offs, uses held MSBs alone, moves glides on, retries busy readers.
    public func advance(to now: MonotonicTime, port: any MIDIPort) { advance(in: Act(now: now, port: port)) }

    private func advance(in act: Act) {
        if waiting.retryAt <= act.now { retryWaiting(in: act) }
        if nextOfSurfaces <= act.now { advanceSurfaces(in: act) }
        guard nextTimed <= act.now else { return }
        nextTimed = .never
        for _ in 0..<timed.count {
            guard let control = timed.pop() else { return }
            controls[control].isTimed = false
            expire(control, in: act)
            if buttons[control].count.due <= act.now { countOn(control, in: act) }
            watchDeadline(of: control)
            watchPress(of: control)
        }
        glideOn(in: act)
        glideMotors(in: act)
        nextTimed = min(nextTimed, glides.nextTick, motorGlides.nextTick)
    }

    private func expire(_ control: ControlIndex, in act: Act) {
        if let raw = controls[control].sensor.joiner.expire(at: act.now) {
            if armed != nil { borrowMoved(control, .position(raw), in: act) }
            if !controls[control].sensor.duties.contains(.borrowed) { movedAlone(control, to: raw, in: act) }
        }
        if controls[control].sensor.isMoving, controls[control].sensor.restsAt <= act.now {
            controls[control].sensor.isMoving = false
            tellHand(on: control)
        }
        let heldUntil = controls[control].sensor.heldUntil
        if heldUntil != .zero, heldUntil <= act.now {
            controls[control].sensor.heldUntil = .zero
            tellHand(on: control)
            leave(control, in: act)
        } else if controls[control].binding.isRebound, !isInHand(control, at: act.now) {
            show(control, in: act)
        }
    }

    /// Input was dropped. Touches become hold-offs, and every motor is sent its parameter's position, under a moving hand when that rests.
    public func overrun(at now: MonotonicTime, port: any MIDIPort) {
        let act = Act(now: now, port: port)
        statistics.overruns += 1
        notices.add(.overrun(count: statistics.overruns))
        for surface in surfaces.rowIndices {
            let connections = port.connections(of: surface)
            if connections != surfaces[surface].connections { apply(connections, to: surface, in: act) }
            // A dropped message may have followed a selection or half of a value.
            forgetInput(of: surface)
            for control in surfaces[surface].controls {
                controls[control].sensor.joiner.forget()
                controls[control].sensor.isKeyDown = false
                controls[control].sensor.isDown = false
                if controls[control].binding.isRebound { watchDeadline(of: control) }
                controls[control].indicator.echoGuard.excuse()
                motors[control].excuse()
                letGo(ofButton: control, in: act)
                resync(control, in: act)
            }
        }
    }

    private func resync(_ control: ControlIndex, in act: Act) {
        controls[control].sensor.isTouchedOnLoan = false
        if controls[control].sensor.isTouched {
            controls[control].sensor.isTouched = false
            controls[control].sensor.lastMoved = act.now
            controls[control].sensor.heldUntil = act.now + controls[control].sensor.holdOff
            tellHand(on: control)
            controls[control].sensor.endKeptUntil = min(controls[control].sensor.endKeptUntil, controls[control].sensor.heldUntil)
            watchDeadline(of: control)
        }
        guard controls[control].indicator.address != nil else { return }
        controls[control].indicator.mustSend = true
        show(control, in: act)
    }
}
