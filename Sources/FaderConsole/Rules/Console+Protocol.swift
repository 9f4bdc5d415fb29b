public import FaderValues

extension Console {
    /// A piece of system exclusive may begin and end anywhere; each message that it completes is handed over, broken ones are counted.
    public func handle(
        _ piece: Span<UInt8>, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort,
        complete: (Span<UInt8>) -> Void = { _ in }
    ) {
        let act = Act(now: now, port: port)
        guard surfaces.rowIndices.contains(surface) else { return }
        let (before, device) = (surfaces[surface].reader.broken, surfaces[surface].device)
        var place = 0
        while place < piece.count {
            place += surfaces[surface].reader.receive(dataOf: piece.extracting(droppingFirst: place), at: now)
            guard place < piece.count else { break }
            let isComplete = surfaces[surface].reader.receive(piece[place], at: now)
            place += 1
            guard isComplete else { continue }
            var event = SurfaceEvent.nothing
            var identity: DeviceIdentity?
            surfaces[surface].reader.withMessage { message in
                complete(message)
                identity = DeviceIdentity(reply: message)
                event = device.receive(message, in: act)
            }
            if let identity { identify(surface, as: identity) }
            perform(event, of: surface, in: act)
        }
        statistics.broken += surfaces[surface].reader.broken - before
        watchDeadline(of: surface)
    }

    /// Some devices send a reset when they are switched on or off.
    public func handleReset(from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        guard surfaces.rowIndices.contains(surface) else { return }
        let act = Act(now: now, port: port)
        perform(surfaces[surface].device.receiveReset(in: act), of: surface, in: act)
    }

    /// A device that does not match its profile is used all the same: whoever chose the profile may know better.
    private func identify(_ surface: SurfaceIndex, as identity: DeviceIdentity) {
        guard let expected = surfaces[surface].identity, surfaces[surface].answered != identity else { return }
        surfaces[surface].answered = identity
        if identity != expected { notices.add(.misidentified(surface: surface, identity)) }
    }

    func setReady(_ surface: SurfaceIndex, _ isReady: Bool) {
        guard surfaces[surface].isReady != isReady else { return }
        surfaces[surface].isReady = isReady
        hasReadinessNews = true
    }

    /// Whether the connections have to be reported again, because a device began to answer or stopped. Returns true only once.
    public func popReadinessNews() -> Bool {
        defer { hasReadinessNews = false }
        return hasReadinessNews
    }

    func perform(_ event: SurfaceEvent, of surface: SurfaceIndex, in act: Act) {
        switch event {
        case .nothing: break
        case .input(let control, let input): handle(input, of: control, in: act)
        case .ready: begin(surface, in: act)
        case .answered: showAgain(surface, in: act)
        case .restarted: letGo(of: surface, in: act)
        case .nonsense:
            if !surfaces[surface].toldNonsense {
                surfaces[surface].toldNonsense = true
                notices.add(.nonsense(surface: surface))
            }
            if !surfaces[surface].isReady { begin(surface, in: act) }
        case .refused:
            if !surfaces[surface].toldRefusal {
                surfaces[surface].toldRefusal = true
                notices.add(.refused(surface: surface))
            }
            silence(surface, in: act)
        case .silent: silence(surface, in: act)
        }
        watchDeadline(of: surface)
    }

    private func silence(_ surface: SurfaceIndex, in act: Act) {
        setReady(surface, false)
        surfaces[surface].stopBeginning()
        letGo(of: surface, in: act)
    }

    /// Paints a device that shows nothing yet. If it was in use, it was switched off and on, and the hands on it are gone.
    private func begin(_ surface: SurfaceIndex, in act: Act) {
        guard !surfaces[surface].isLeaving else { return }
        let isRestarted = surfaces[surface].isReady
        setReady(surface, surfaces[surface].begin(in: act))
        for control in surfaces[surface].controls {
            // What an earlier configuration left lit has to go out.
            if !controls[control].indicator.mustSend || !controls[control].indicator.isLeftLit { forgetShown(by: control) }
            guard isRestarted else { continue }
            forgetMotor(of: control)
            letGo(ofButton: control, in: act)
            forgetHand(on: control)
        }
        if surfaces[surface].isReady { paint(surface, in: act) }
    }

    func showAgain(_ surface: SurfaceIndex, in act: Act) {
        guard !surfaces[surface].isLeaving else { return }
        for control in surfaces[surface].controls { forgetShown(by: control) }
        paint(surface, in: act)
        watchDeadline(of: surface)
    }

    /// Sends everything again, because messages may have been lost on the way.
    private func refresh(_ surface: SurfaceIndex, in act: Act) {
        if surfaces[surface].isListening { showAgain(surface, in: act) } else { surfaces[surface].waitForRefresh(at: act.now) }
    }

    private func paint(_ surface: SurfaceIndex, in act: Act) {
        surfaces[surface].waitForRefresh(at: act.now)
        for control in surfaces[surface].controls where controls[control].isMotor { show(control, in: act) }
        for control in surfaces[surface].controls where !controls[control].isMotor { show(control, in: act) }
        surfaces[surface].panel?.forgetDevice(at: act.now)
    }

    private func goOnBeginning(_ surface: SurfaceIndex, in act: Act) {
        guard surfaces[surface].goOnBeginning(in: act) else { return }
        setReady(surface, true)
        paint(surface, in: act)
    }

    /// Makes sure that `advance` is called by a surface's deadline. If a deadline moves later, that is noticed when the earlier one comes.
    func watchDeadline(of surface: SurfaceIndex) {
        nextOfSurfaces = min(nextOfSurfaces, surfaces[surface].deadline)
    }

    func advanceSurfaces(in act: Act) {
        nextOfSurfaces = .never
        for surface in surfaces.rowIndices {
            if surfaces[surface].reader.deadline <= act.now { forgetBytes(of: surface) }
            if surfaces[surface].beginsAt <= act.now { goOnBeginning(surface, in: act) }
            let device = surfaces[surface].device
            if device.deadline <= act.now { perform(device.advance(in: act), of: surface, in: act) }
            if surfaces[surface].refreshesAt <= act.now { refresh(surface, in: act) }
            paintPanel(of: surface, in: act)
            watchDeadline(of: surface)
        }
    }

    /// Forgets what was read of a message, because the other half of it may be missing.
    func forgetInput(of surface: SurfaceIndex) {
        surfaces[surface].device.forgetInput()
        forgetBytes(of: surface)
    }

    private func forgetBytes(of surface: SurfaceIndex) {
        if surfaces[surface].reader.forget() { statistics.broken += 1 }
    }

    func adoptDevice(of surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime) {
        surfaces[surface].adopt(old, at: now)
        setReady(surface, !surfaces[surface].isStranger && old.isReady)
        watchDeadline(of: surface)
    }

    func greetAdopted(_ surface: SurfaceIndex, _ old: SurfaceState, in act: Act) {
        guard surfaces[surface].isStranger, old.connections != Connections() else { return }
        perform(surfaces[surface].device.connect(in: act), of: surface, in: act)
    }
}
