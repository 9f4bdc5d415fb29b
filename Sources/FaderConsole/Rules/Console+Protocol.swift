public import FaderModel

/// The console and the protocols of its surfaces.
extension Console {
    /// Takes a piece of the system exclusive messages of a surface, and hands over each message that it completes. A piece may begin and end
    /// anywhere; broken messages are dropped and counted.
    public func take(
        _ piece: Span<UInt8>, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort,
        complete: (Span<UInt8>) -> Void = { _ in }
    ) {
        guard surfaces.rowIndices.contains(surface) else { return }
        let (before, device) = (surfaces[surface].reader.broken, surfaces[surface].device)
        for place in piece.indices where surfaces[surface].reader.take(piece[place], at: now) {
            var event = SurfaceEvent.nothing
            var identity: DeviceIdentity?
            surfaces[surface].reader.withMessage { message in
                complete(message)
                identity = DeviceIdentity(reply: message)
                event = device.take(message, at: now, port: port)
            }
            if let identity { identify(surface, as: identity) }
            perform(event, of: surface, at: now, port: port)
        }
        statistics.broken += surfaces[surface].reader.broken - before
        watchDeadline(of: surface)
    }

    /// A device said what it is. One that is something else than its profile is about is used all the same: who chose it may know better.
    private func identify(_ surface: SurfaceIndex, as identity: DeviceIdentity) {
        guard let expected = surfaces[surface].identity, surfaces[surface].answered != identity else { return }
        surfaces[surface].answered = identity
        if identity != expected { notices.add(.misidentified(surface: surface, identity)) }
    }

    /// Does what follows from something that a device said.
    func perform(_ event: SurfaceEvent, of surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        switch event {
        case .nothing: break
        case .input(let control, let input): _ = take(input, of: control, at: now, port: port)
        case .ready: begin(surface, at: now, port: port)
        case .nonsense:
            if !surfaces[surface].toldNonsense {
                surfaces[surface].toldNonsense = true
                notices.add(.nonsense(surface: surface))
            }
            if !surfaces[surface].isReady { begin(surface, at: now, port: port) }
        case .silent:
            surfaces[surface].isReady = false
            surfaces[surface].beginsAt = .never
            letGo(of: surface, at: now, port: port)
        }
        watchDeadline(of: surface)
    }

    /// A device shows nothing of ours: motors first, then lamps. One that was there already was switched off and on, with whatever hands were on it.
    private func begin(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces[surface].leavesUntil == .never else { return }
        let isRestarted = surfaces[surface].isReady
        surfaces[surface].begun = 0
        surfaces[surface].isReady = hasBegun(surface, at: now, port: port)
        for control in surfaces[surface].controls {
            controls[control].indicator.shown = -1
            guard isRestarted else { continue }
            letGo(ofButton: control, at: now, port: port)
            forgetHand(on: control)
        }
        if surfaces[surface].isReady { paint(surface, at: now, port: port) }
    }

    /// Sends everything that a surface shows once more.
    func showAgain(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces[surface].leavesUntil == .never else { return }
        for control in surfaces[surface].controls { controls[control].indicator.shown = -1 }
        paint(surface, at: now, port: port)
        watchDeadline(of: surface)
    }

    private func paint(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        for control in surfaces[surface].controls where controls[control].isMotor { show(control, at: now, port: port) }
        for control in surfaces[surface].controls where !controls[control].isMotor { show(control, at: now, port: port) }
        surfaces[surface].panel?.forgetDevice(at: now)
    }

    /// Sends what comes before anything else, as fast as the link carries it; false if not all of it can be sent just now.
    private func hasBegun(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        surfaces[surface].beginsAt = .never
        while surfaces[surface].begun < surfaces[surface].begin.count {
            let result = send(surfaces[surface].begin[surfaces[surface].begun], to: surface, port: port)
            if result == .busy || result == .wouldBlock {
                surfaces[surface].beginsAt = now + .milliseconds(10)
                return false
            }
            surfaces[surface].begun += 1
            if let pacing = surfaces[surface].pacing {
                let bytes = surfaces[surface].begin[surfaces[surface].begun - 1].byteCount
                surfaces[surface].panel?.carry(bytes, at: now)
                guard surfaces[surface].begun < surfaces[surface].begin.count else { break }
                surfaces[surface].beginsAt = now + MonotonicTime.Interval(nanoseconds: UInt64(bytes * 1_000_000_000 / pacing))
                return false
            }
        }
        return true
    }

    func send(_ message: DeviceMessage, to surface: SurfaceIndex, port: any MIDIPort) -> SendResult {
        switch message {
        case .message(let message): port.send(message, to: surface)
        case .exclusive(let bytes): port.send(bytes.span, to: surface)
        }
    }

    private func goOnBeginning(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard hasBegun(surface, at: now, port: port) else { return }
        surfaces[surface].isReady = true
        paint(surface, at: now, port: port)
    }

    /// Makes sure that `advance` is called by a surface's deadline. A deadline that moves later is noticed when the earlier one comes.
    func watchDeadline(of surface: SurfaceIndex) {
        nextOfSurfaces = min(
            nextOfSurfaces, surfaces[surface].reader.deadline, surfaces[surface].device.deadline, surfaces[surface].beginsAt)
        if let panel = surfaces[surface].panel { nextOfSurfaces = min(nextOfSurfaces, panel.deadline) }
    }

    /// Gives up messages that stopped coming, and does what is due with the devices.
    func advanceSurfaces(to now: MonotonicTime, port: any MIDIPort) {
        nextOfSurfaces = .never
        for surface in surfaces.rowIndices {
            if surfaces[surface].reader.deadline <= now { forgetBytes(of: surface) }
            if surfaces[surface].beginsAt <= now { goOnBeginning(surface, at: now, port: port) }
            let device = surfaces[surface].device
            if device.deadline <= now { perform(device.advance(to: now, port: port), of: surface, at: now, port: port) }
            paintPanel(of: surface, at: now, port: port)
            watchDeadline(of: surface)
        }
    }

    /// Half of a message of a surface may be missing.
    func forgetInput(of surface: SurfaceIndex) {
        surfaces[surface].device.forgetInput()
        forgetBytes(of: surface)
    }

    private func forgetBytes(of surface: SurfaceIndex) {
        if surfaces[surface].reader.forget() { statistics.broken += 1 }
    }

    /// Goes on with the conversations with devices that were there before a reload.
    func adoptDevice(of surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime) {
        surfaces[surface].reader = old.reader
        surfaces[surface].pausesUntil = old.pausesUntil
        surfaces[surface].toldNonsense = old.toldNonsense
        let isSame = surfaces[surface].identity == old.identity && surfaces[surface].begin == old.begin && old.beginsAt == .never
        surfaces[surface].answered = isSame ? old.answered : nil
        surfaces[surface].isStranger = !isSame || !surfaces[surface].device.adopt(old.device)
        surfaces[surface].isReady = !surfaces[surface].isStranger && old.isReady
        if !surfaces[surface].isStranger, let panel = old.panel { surfaces[surface].panel?.adopt(panel, at: now) }
        watchDeadline(of: surface)
    }

    /// A device with which a reload does not go on with the conversation is new.
    func greetAdopted(_ surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces[surface].isStranger, old.connections != Connections() else { return }
        perform(surfaces[surface].device.connect(at: now, port: port), of: surface, at: now, port: port)
    }
}
