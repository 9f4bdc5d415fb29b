internal import FaderModel

extension ConsoleState {
    /// Brings a control's motor to its parameter's position, if it may move and does not show it yet.
    mutating func show(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        if controls[control].binding.isRebound { takeRebound(control, at: now) }
        guard let motor = controls[control].indicator.address, let parameter = controls[control].binding.parameter else { return }
        if isBatching {
            deferFeedback(of: control)
            return
        }
        if surfaces[controls[control].surface].connections.outputs == 0 {
            note(.disconnected, parameter, control: control, at: now)
            return
        }
        if controls[control].endHoldOff(at: now) { tellHand(on: control) }
        // Reads the fields: a method of the whole sensor would cost a copy of it.
        if controls[control].sensor.isTouched || controls[control].sensor.heldUntil > now {
            // The only thing a held control is still sent is an answer that found no room before.
            if controls[control].indicator.owed >= 0 {
                return transmit(UInt32(controls[control].indicator.owed), of: parameter, to: control, motor, at: now, port: port)
            }
            note(controls[control].sensor.isTouched ? .heldTouched : .heldHoldOff, parameter, control: control, at: now)
            return
        }
        let raw = wantedRaw(of: control, motor, on: parameter)
        if !controls[control].indicator.mustSend, controls[control].indicator.shown == Int(raw) {
            note(.alreadyShown, parameter, control: control, raw: Int32(truncatingIfNeeded: message(raw, to: control, motor).raw), at: now)
            return
        }
        transmit(raw, of: parameter, to: control, motor, at: now, port: port)
    }

    /// Writes a position to a motor. Without room the control is remembered, not the position: the newest one is sent later.
    mutating func transmit(
        _ raw: UInt32, of parameter: ParameterIndex, to control: ControlIndex, _ motor: MessageAddress, at now: MonotonicTime,
        port: any MIDIPort
    ) {
        let surface = controls[control].surface
        let message = message(raw, to: control, motor)
        switch port.send(message, to: surface) {
        case .sent:
            statistics.messagesOut += 1
            controls[control].indicator.owed = -1
            controls[control].indicator.shown = Int(raw)
            controls[control].indicator.lastSent = Int(raw)
            controls[control].indicator.mustSend = false
            controls[control].indicator.echoGuard.sent(raw, at: now)
            retryAfter = Self.firstRetry
            note(.sent, parameter, control: control, raw: Int32(truncatingIfNeeded: message.raw), at: now)
        case .wouldBlock:
            needsRoom = true
            block(control, parameter, at: now)
        case .busy:
            // Another reader behind the surface may have got it, so the newest position has to be sent even if it was shown before.
            controls[control].indicator.mustSend = true
            block(control, parameter, at: now)
            if retryAt == .never {
                retryAt = now + retryAfter
                retryAfter = min(Interval(nanoseconds: retryAfter.nanoseconds * 2), Self.lastRetry)
            }
        case .failed(let errno):
            statistics.failures += 1
            controls[control].indicator.owed = -1
            note(.failed, parameter, control: control, raw: errno, at: now)
            if !surfaces[surface].toldFailing {
                surfaces[surface].toldFailing = true
                tell(.failing(surface: surface, errno))
            }
        }
    }

    /// The message that brings a control to a position.
    @inline(__always)
    private func message(_ raw: UInt32, to control: ControlIndex, _ motor: MessageAddress) -> MIDIMessage {
        return MIDIMessage(motor, raw: controls[control].indicator.isInverted ? motor.kind.maximumRaw - raw : raw)
    }

    private typealias Interval = MonotonicTime.Interval

    private mutating func block(_ control: ControlIndex, _ parameter: ParameterIndex, at now: MonotonicTime) {
        statistics.blocked += 1
        note(.blocked, parameter, control: control, at: now)
        guard !controls[control].indicator.isBlocked else { return }
        controls[control].indicator.isBlocked = true
        blocked.push(control)
    }

    /// Shows the newest position a little later, for when a message sent at once would come back as another move.
    mutating func postpone(_ control: ControlIndex, for pause: MonotonicTime.Interval, at now: MonotonicTime) {
        guard controls[control].indicator.address != nil else { return }
        retryAt = min(retryAt, now + pause)
        guard !controls[control].indicator.isBlocked else { return }
        controls[control].indicator.isBlocked = true
        blocked.push(control)
    }

    /// Whether output waits for room: if so, poll for POLLOUT. Busy readers do not count: they are tried again at `nextDeadline`.
    var isBlocked: Bool { needsRoom && !blocked.isEmpty }

    /// There is room again: sends every waiting control its newest position.
    mutating func writable(at now: MonotonicTime, port: any MIDIPort) {
        retryAt = .never
        needsRoom = false
        for _ in 0..<blocked.count {
            guard let control = blocked.pop() else { return }
            controls[control].indicator.isBlocked = false
            show(control, at: now, port: port)
        }
    }

    /// The hand has left: the motor gets the true position, even if that equals the last one sent. With echo `never`, only if it shows a
    /// different one.
    mutating func release(_ control: ControlIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard controls[control].indicator.address != nil else { return }
        controls[control].indicator.owed = -1
        if controls[control].indicator.echo != .never { controls[control].indicator.mustSend = true }
        show(control, at: now, port: port)
    }

    /// Takes over a surface's current connections. A surface that appears is sent the state of every mapped control.
    mutating func connected(_ surface: SurfaceIndex, _ connections: Connections, at now: MonotonicTime, port: any MIDIPort) {
        let before = surfaces[surface].connections
        surfaces[surface].connections = connections
        let isNew = connections.outputs > before.outputs || (before == Connections() && connections != before)
        let isGone = connections.inputs == 0 && connections.outputs == 0
        if !isNew, !isGone, connections.inputs == 0, before.inputs > 0 { letGo(of: surface, at: now, port: port) }
        guard isNew || isGone else { return }
        surfaces[surface].echoes = 0
        surfaces[surface].toldEchoing = false
        surfaces[surface].toldFailing = false
        if isGone || before.inputs == 0 {
            surfaces[surface].table.forgetSelections()
            forgetBytes(of: surface)
        }
        for control in surfaces[surface].controls {
            if isGone || before.inputs == 0 {
                letGo(ofButton: control, at: now, port: port)
                forgetHand(on: control)
                controls[control].forgetDevice()
            }
            controls[control].indicator.shown = -1
            if !isGone { show(control, at: now, port: port) }
        }
    }

    /// A surface can still be sent to but no longer sends: the release of a finger on it would never be seen, so all hands count as gone.
    private mutating func letGo(of surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        surfaces[surface].table.forgetSelections()
        forgetBytes(of: surface)
        for control in surfaces[surface].controls {
            letGo(ofButton: control, at: now, port: port)
            let wasHeld = controls[control].sensor.isHeld(at: now)
            forgetHand(on: control)
            if wasHeld { release(control, at: now, port: port) }
        }
    }

    /// The connections of a surface.
    func connections(of surface: SurfaceIndex) -> Connections { surfaces[surface].connections }
}
