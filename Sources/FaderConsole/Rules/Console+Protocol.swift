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
            surfaces[surface].reader.withMessage { message in
                complete(message)
                event = device.take(message, at: now, port: port)
            }
            perform(event, of: surface, at: now, port: port)
        }
        statistics.broken += surfaces[surface].reader.broken - before
        watchDeadline(of: surface)
    }

    /// Does what follows from something that a device said.
    func perform(_ event: SurfaceEvent, of surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) {
        switch event {
        case .nothing: break
        case .input(let control, let input): _ = take(input, of: control, at: now, port: port)
        case .ready:
            surfaces[surface].isReady = true
            for control in surfaces[surface].controls {
                controls[control].indicator.shown = -1
                show(control, at: now, port: port)
            }
        case .silent:
            surfaces[surface].isReady = false
            letGo(of: surface, at: now, port: port)
        }
        watchDeadline(of: surface)
    }

    /// Makes sure that `advance` is called by a surface's deadline. A deadline that moves later is noticed when the earlier one comes.
    func watchDeadline(of surface: SurfaceIndex) {
        nextOfSurfaces = min(nextOfSurfaces, surfaces[surface].reader.deadline, surfaces[surface].device.deadline)
    }

    /// Gives up messages that stopped coming, and does what is due with the devices.
    func advanceSurfaces(to now: MonotonicTime, port: any MIDIPort) {
        nextOfSurfaces = .never
        for surface in surfaces.rowIndices {
            if surfaces[surface].reader.deadline <= now { forgetBytes(of: surface) }
            let device = surfaces[surface].device
            if device.deadline <= now { perform(device.advance(to: now, port: port), of: surface, at: now, port: port) }
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
    func adoptDevice(of surface: SurfaceIndex, _ old: SurfaceState) {
        surfaces[surface].reader = old.reader
        surfaces[surface].pausesUntil = old.pausesUntil
        surfaces[surface].isReady = surfaces[surface].device.adopt(old.device) && old.isReady
        watchDeadline(of: surface)
    }

    /// A device that another protocol spoke with before a reload is new to this one.
    func greetAdopted(_ surface: SurfaceIndex, _ old: SurfaceState, at now: MonotonicTime, port: any MIDIPort) {
        guard type(of: surfaces[surface].device) != type(of: old.device), old.connections != Connections() else { return }
        perform(surfaces[surface].device.connect(at: now, port: port), of: surface, at: now, port: port)
    }
}
