public import FaderModel

/// The console and the protocols of its surfaces.
extension Console {
    /// Takes a piece of a surface's system exclusive messages, and hands over each message that it completes. A piece may begin and end
    /// anywhere; broken messages are dropped and counted.
    public func take(
        _ piece: Span<UInt8>, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort,
        complete: (Span<UInt8>) -> Void = { _ in }
    ) {
        guard surfaces.rowIndices.contains(surface) else { return }
        let (before, device) = (surfaces[surface].reader.broken, surfaces[surface].device)
        var place = 0
        while place < piece.count {
            place += surfaces[surface].reader.take(dataOf: piece.extracting(droppingFirst: place), at: now)
            guard place < piece.count else { break }
            let isComplete = surfaces[surface].reader.take(piece[place], at: now)
            place += 1
            guard isComplete else { continue }
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

    /// A device identified itself. If that does not match its profile, the device is used all the same: the user who chose the profile may
    /// know better.
    private func identify(_ surface: SurfaceIndex, as identity: DeviceIdentity) {
        guard let expected = surfaces[surface].identity, surfaces[surface].answered != identity else { return }
        surfaces[surface].answered = identity
        if identity != expected { notices.add(.misidentified(surface: surface, identity)) }
    }

    /// Notes whether a device can be sent to, and has its surface reported if that is news.
    func setReady(_ surface: SurfaceIndex, _ isReady: Bool) {
        guard surfaces[surface].isReady != isReady else { return }
        surfaces[surface].isReady = isReady
        hasReadinessNews = true
    }

    /// Whether the connections of the surfaces have to be reported again, because a device began to answer or stopped. Answers once.
    public func takeReadinessNews() -> Bool {
        defer { hasReadinessNews = false }
        return hasReadinessNews
    }

    /// Carries out an event from a device.
    func perform(_ event: SurfaceEvent, of surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        switch event {
        case .nothing: break
        case .input(let control, let input): take(input, of: control, at: now, port: port)
        case .ready: begin(surface, at: now, port: port)
        case .answered: showAgain(surface, at: now, port: port)
        case .restarted: letGo(of: surface, at: now, port: port)
        case .nonsense:
            if !surfaces[surface].toldNonsense {
                surfaces[surface].toldNonsense = true
                notices.add(.nonsense(surface: surface))
            }
            if !surfaces[surface].isReady { begin(surface, at: now, port: port) }
        case .silent:
            setReady(surface, false)
            surfaces[surface].beginsAt = .never
            letGo(of: surface, at: now, port: port)
        }
        watchDeadline(of: surface)
    }

    /// Paints a device that shows nothing yet: motors first, then lamps. If it was in use, it was switched off and on, and the hands on it
    /// are gone.
    private func begin(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces[surface].leavesUntil == .never else { return }
        let isRestarted = surfaces[surface].isReady
        surfaces[surface].begun = 0
        setReady(surface, hasBegun(surface, at: now, port: port))
        for control in surfaces[surface].controls {
            // What an earlier configuration left lit has to go out.
            if !controls[control].indicator.mustSend || !controls[control].indicator.isLeftLit { controls[control].indicator.shown = -1 }
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

    /// Sends what comes before anything else, as fast as the link carries it. Returns false if not all of it can be sent now.
    private func hasBegun(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        surfaces[surface].beginsAt = .never
        while surfaces[surface].begun < surfaces[surface].begin.count {
            let result = send(surfaces[surface].begin[surfaces[surface].begun], to: surface, port: port)
            if result == .busy || result == .wouldBlock {
                surfaces[surface].beginsAt = surfaces[surface].retryPause.next(after: now)
                return false
            }
            surfaces[surface].begun += 1
            surfaces[surface].retryPause.end()
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
        case .message(let message): port.sendWhole(message, to: surface)
        case .exclusive(let bytes): port.send(bytes.span, to: surface)
        }
    }

    private func goOnBeginning(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard hasBegun(surface, at: now, port: port) else { return }
        setReady(surface, true)
        paint(surface, at: now, port: port)
    }

    /// Makes sure that `advance` is called by a surface's deadline. If a deadline moves later, that is noticed when the earlier one comes.
    func watchDeadline(of surface: SurfaceIndex) {
        nextOfSurfaces = min(
            nextOfSurfaces, surfaces[surface].reader.deadline, surfaces[surface].device.deadline, surfaces[surface].beginsAt)
        if let panel = surfaces[surface].panel { nextOfSurfaces = min(nextOfSurfaces, panel.deadline) }
    }

    /// Gives up messages that stopped arriving, and does what is due with the devices.
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

    /// Drops partial input: half of a message from a surface may be missing.
    func forgetInput(of surface: SurfaceIndex) {
        surfaces[surface].device.forgetInput()
        forgetBytes(of: surface)
    }

    private func forgetBytes(of surface: SurfaceIndex) {
        if surfaces[surface].reader.forget() { statistics.broken += 1 }
    }

    /// Continues the conversation with a device that was there before a reload.
    func adoptDevice(of surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime) {
        surfaces[surface].reader = old.reader
        surfaces[surface].pausesUntil = old.pausesUntil
        surfaces[surface].toldNonsense = old.toldNonsense
        let isSame = surfaces[surface].identity == old.identity && surfaces[surface].begin == old.begin && old.beginsAt == .never
        surfaces[surface].answered = isSame ? old.answered : nil
        surfaces[surface].isStranger = !isSame || !surfaces[surface].device.adopt(old.device)
        setReady(surface, !surfaces[surface].isStranger && old.isReady)
        if let panel = old.panel {
            if surfaces[surface].isStranger {
                surfaces[surface].panel?.adoptMeters(of: panel)
            } else {
                surfaces[surface].panel?.adopt(panel, at: now)
            }
        }
        watchDeadline(of: surface)
    }

    /// Greets a device like a new one if its conversation does not continue after a reload.
    func greetAdopted(_ surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces[surface].isStranger, old.connections != Connections() else { return }
        perform(surfaces[surface].device.connect(at: now, port: port), of: surface, at: now, port: port)
    }
}
