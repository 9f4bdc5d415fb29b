public import FaderValues

/// Surfaces that come and go.
extension Console {
    /// A surface that appears is sent the state of every mapped control.
    public func connected(_ surface: SurfaceIndex, _ connections: Connections, at now: MonotonicTime, port: any MIDIPort) {
        apply(connections, to: surface, in: Act(now: now, port: port))
    }

    func apply(_ connections: Connections, to surface: SurfaceIndex, in act: Act) {
        let before = surfaces[surface].connections
        surfaces[surface].connections = connections
        let isNew = connections.outputs > before.outputs || (before == Connections() && connections != before)
        let isGone = connections.inputs == 0 && connections.outputs == 0
        if !isNew, !isGone, connections.inputs == 0, before.inputs > 0 {
            surfaces[surface].isUnheard = true
            letGo(of: surface, in: act)
        }
        let wasUnheard = surfaces[surface].isUnheard
        if isGone || connections.inputs > 0 { surfaces[surface].isUnheard = false }
        // What was moved meanwhile was not received.
        if !isNew, wasUnheard, connections.inputs > 0, surfaces[surface].isReady { return showAgain(surface, in: act) }
        guard isNew || isGone else { return }
        if surfaces[surface].isReady, before.inputs > 0, connections.inputs == before.inputs, before.outputs > 0 {
            // Another program now listens as well: it is sent everything, and the device, which is in use, is not disturbed.
            return showAgain(surface, in: act)
        }
        surfaces[surface].forgetDevice()
        if isGone || before.inputs == 0 { forgetInput(of: surface) }
        for control in surfaces[surface].controls {
            forgetShown(by: control)
            controls[control].indicator.echoGuard.forgetHabit()
            guard isGone || before.inputs == 0 else { continue }
            letGo(ofButton: control, in: act)
            // The next device under the same name may not report releases as this one did.
            buttons[control].tellsReleases = false
            if buttons[control].hasNoRelease {
                buttons[control].hasNoRelease = false
                tellHand(on: control)
            }
            forgetHand(on: control)
            controls[control].forgetDevice()
            motors[control].forget()
            forgetMotor(of: control)
            takeovers[control].forget()
        }
        setReady(surface, false)
        surfaces[surface].stopBeginning()
        if isGone {
            surfaces[surface].device.disconnect()
            surfaces[surface].stopRefreshing()
        } else {
            perform(surfaces[surface].device.connect(in: act), of: surface, in: act)
        }
    }

    /// Ends all hands on a surface, because a finger that leaves would no longer be noticed.
    func letGo(of surface: SurfaceIndex, in act: Act) {
        forgetInput(of: surface)
        for control in surfaces[surface].controls {
            letGo(ofButton: control, in: act)
            let wasHeld = controls[control].sensor.isHeld(at: act.now)
            forgetHand(on: control)
            if wasHeld { release(control, in: act) }
        }
    }

    public func connections(of surface: SurfaceIndex) -> Connections { surfaces[surface].connections }

    /// A disconnected device counts as answering.
    public func reportedConnections(of surface: SurfaceIndex) -> Connections {
        var connections = surfaces[surface].connections
        connections.isAnswering = connections == Connections() || surfaces[surface].isReady
        return connections
    }

    /// Greets a device like a new one and sends it everything. Returns false if nothing is connected.
    public func reset(_ surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) -> Bool {
        let act = Act(now: now, port: port)
        guard surfaces.rowIndices.contains(surface), surfaces[surface].connections.outputs > 0 else { return false }
        setReady(surface, false)
        surfaces[surface].pausesUntil = .zero
        // While the computer slept, a finger may have left unheard and a knob may have been turned.
        letGo(of: surface, in: act)
        for control in surfaces[surface].controls { takeovers[control].forget() }
        perform(surfaces[surface].device.reset(in: act), of: surface, in: act)
        return true
    }
}
