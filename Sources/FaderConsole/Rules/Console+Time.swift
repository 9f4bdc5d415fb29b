internal import FaderModel

extension Console {
    /// When `advance` next has something to do; `.never` while nothing moves.
    public var nextDeadline: MonotonicTime { min(nextTimed, waiting.retryAt, nextOfSurfaces) }

    /// Does what is due: ends hold-offs, uses held MSBs alone, moves glides on, retries busy readers.
    public func advance(to now: MonotonicTime, port: any MIDIPort) {
        if waiting.retryAt <= now { writable(at: now, port: port) }
        if nextOfSurfaces <= now { advanceSurfaces(to: now, port: port) }
        guard nextTimed <= now else { return }
        nextTimed = .never
        for _ in 0..<timed.count {
            guard let control = timed.pop() else { return }
            controls[control].isTimed = false
            expire(control, at: now, port: port)
            watchDeadline(of: control)
            if controls[control].sensor.isWatched { watchMotor(of: control) }
        }
        glideOn(at: now, port: port)
        nextTimed = min(nextTimed, glides.nextTick)
    }

    private func expire(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        if let raw = controls[control].sensor.joiner.expire(at: now), !controls[control].sensor.duties.contains(.borrowed) {
            movedAlone(control, to: raw, at: now, port: port)
        }
        if controls[control].sensor.isMoving, controls[control].sensor.restsAt <= now {
            controls[control].sensor.isMoving = false
            tellHand(on: control)
        }
        if controls[control].sensor.isWatched, motors[control].deadline <= now { restMotor(of: control, at: now, port: port) }
        let heldUntil = controls[control].sensor.heldUntil
        if heldUntil != .zero, heldUntil <= now {
            controls[control].sensor.heldUntil = .zero
            tellHand(on: control)
            release(control, at: now, port: port)
        } else if controls[control].binding.isRebound, !isInHand(control, at: now) {
            show(control, at: now, port: port)
        }
    }

    /// Makes sure that `advance` is called by a control's deadline. If a deadline moves later, that is noticed when the earlier one comes.
    func watchDeadline(of control: ControlIndex) {
        var deadline = controls[control].sensor.deadline
        if controls[control].binding.isRebound { deadline = min(deadline, gestureDeadline(of: control)) }
        guard deadline != .never else { return }
        nextTimed = min(nextTimed, deadline)
        if !controls[control].isTimed {
            controls[control].isTimed = true
            timed.push(control)
        }
    }

    /// Input was dropped, so what fingers and faders did meanwhile is unknown. Touches become hold-offs, and every motor is sent its
    /// parameter's position, at once or, under a moving hand, when it rests.
    public func overrun(at now: MonotonicTime, port: any MIDIPort) {
        statistics.overruns += 1
        notices.add(.overrun(count: statistics.overruns))
        for surface in surfaces.rowIndices {
            let connections = port.connections(of: surface)
            if connections != surfaces[surface].connections { connected(surface, connections, at: now, port: port) }
            // A dropped message may have followed a selection or half of a value.
            forgetInput(of: surface)
            for control in surfaces[surface].controls {
                controls[control].sensor.joiner.forget()
                controls[control].sensor.isKeyDown = false
                controls[control].sensor.isDown = false
                if controls[control].binding.isRebound { watchDeadline(of: control) }
                controls[control].indicator.echoGuard.excuse()
                motors[control].excuse()
                letGo(ofButton: control, at: now, port: port)
                guard controls[control].indicator.address != nil else { continue }
                resync(control, at: now, port: port)
            }
        }
    }

    private func resync(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        if controls[control].sensor.isTouched {
            controls[control].sensor.isTouched = false
            controls[control].sensor.lastMoved = now
            controls[control].sensor.heldUntil = now + controls[control].sensor.holdOff
            tellHand(on: control)
            controls[control].sensor.endKeptUntil = min(controls[control].sensor.endKeptUntil, controls[control].sensor.heldUntil)
            watchDeadline(of: control)
        }
        controls[control].indicator.mustSend = true
        show(control, at: now, port: port)
    }
}
