internal import FaderValues

extension Console {
    /// Adopts the state of the previous configuration's console: values (clamped to the new ranges), connections, hands, glides (over the
    /// time they have left) and decisions. Moves the motors whose position the new configuration changes. Called once, on the MIDI thread.
    public func adopt(_ old: Console, _ continuity: Continuity, at now: MonotonicTime, port: any MIDIPort) {
        let act = Act(now: now, port: port)
        statistics = old.statistics
        lastNumber = old.lastNumber
        adoptPassedReports(of: old, continuity)
        let number = newNumber()
        adoptNotices(of: old, continuity)
        for (surface, previous) in zip(surfaces.rowIndices, continuity.surfaces) {
            guard let previous else { continue }
            adoptDevice(of: surface, old.surfaces[previous], at: now)
        }
        // The log stays where it is if possible: copying it would take time and new memory, with a page fault for each page.
        let keepsLog = continuity.keepsIndices && log.count == old.log.count
        if keepsLog { swap(&log, &old.log) }
        for (parameter, previous) in zip(parameters.rowIndices, continuity.parameters) {
            guard let previous else { continue }
            adopt(old.parameters[previous], as: parameter, continuity, number)
            if !keepsLog { log.adopt(old.log, parameter: parameter, from: previous, controls: continuity.controls) }
            if let table = continuity.renumberings[parameter.offset]?.table { log.renumber(valuesOf: parameter, by: table) }
        }
        mendRanges(number: number)
        adoptTies(of: old, continuity)
        adoptDecks(of: old, continuity)
        armed = old.armed?.adopted(continuity)
        for (previous, control) in zip(old.controls.rowIndices, continuity.controls) {
            guard let control else { continue }
            controls[control].adopt(old.controls[previous])
            adoptLamp(of: control, old, previous)
            adoptMotor(of: control, old, previous, at: now)
            if controls[control].sensor.isWatched { motors[control].adopt(old.motors[previous]) }
            let kept = continuity.kept(old.controls[previous].binding.mapping(old.buttons[previous]))
            if old.isInHand(previous, at: now) { keepInHand(control, kept) }
            if controls[control].sensor.isOn || controls[control].sensor.duties.contains(.learned) { tellHand(on: control) }
            takeovers[control].adopt(old.takeovers[previous]) { continuity.newParameter($0) }
            if kept != controls[control].binding.mapping(buttons[control]) { takeovers[control].drivesAnother() }
            adoptEnd(of: control, old.controls[previous].binding, continuity)
            adoptButton(of: control, old, previous, continuity)
            let showsNothing = controls[control].binding.parameter == nil || controls[control].indicator.address == nil
            let showed = old.controls[previous].binding.parameter != nil || old.buttons[previous].action.switchesDeck
            if showsNothing, showed, controls[control].indicator.isLeftLit {
                controls[control].indicator.mustSend = true
            }
            watchDeadline(of: control)
        }
        for (surface, previous) in zip(surfaces.rowIndices, continuity.surfaces) {
            if let previous { greetAdopted(surface, old.surfaces[previous], in: act) }
        }
        letGoOfAdopted(old, continuity, in: act)
        for control in controls.rowIndices where mayShowAnother(control) { show(control, in: act) }
        adoptGlides(of: old, continuity.parameters, in: act)
    }

    /// Whether a control may have to be sent something after a reload or a relight. Examining each in full would keep input waiting.
    func mayShowAnother(_ control: ControlIndex) -> Bool {
        guard surfaces[controls[control].surface].isListening else { return false }
        guard let parameter = controls[control].binding.parameter, controls[control].indicator.address != nil else {
            let isLeftLit = controls[control].indicator.isLeftLit && controls[control].indicator.mustSend
            return isLeftLit || controls[control].indicator.address != nil && controls[control].indicator.blank != .stays
        }
        return controls[control].indicator.mustSend
            || controls[control].indicator.shown != Int(wantedRaw(of: control, on: parameter))
    }

    /// A control under a hand goes on with its parameter, or with nothing if that is gone. It takes its new mapping when the hand has left.
    private func keepInHand(_ control: ControlIndex, _ kept: Mapping) {
        guard kept != rebound[control] else { return }
        put(kept, on: control)
        controls[control].binding.isRebound = true
    }

    /// Keeps the reports that were not fetched yet, with the new indices.
    private func adoptPassedReports(of old: Console, _ continuity: Continuity) {
        while var report = old.passed.pop() {
            guard let parameter = continuity.newParameter(report.parameter) else { continue }
            report.parameter = parameter
            if let table = continuity.renumberings[parameter.offset]?.table {
                (report.value, report.before) = (table.number(report.value), table.number(report.before))
            }
            report.control = report.control.flatMap { continuity.controls[$0.offset] }
            _ = passed.push(report)
        }
    }

    /// Keeps the notices that were not fetched yet, except those about a surface that is gone.
    private func adoptNotices(of old: Console, _ continuity: Continuity) {
        func adopted(_ previous: SurfaceIndex) -> SurfaceIndex? { continuity.surfaces.firstIndex(of: previous).map { SurfaceIndex($0) } }
        while let notice = old.nextNotice() {
            let kept: Notice? =
                switch notice {
                case .overrun: notice
                case .echoing(let surface): adopted(surface).map { .echoing(surface: $0) }
                case .beside(let control, let steps): continuity.controls[control.offset].map { .beside(control: $0, steps: steps) }
                case .nonsense(let surface): adopted(surface).map { .nonsense(surface: $0) }
                case .refused(let surface): adopted(surface).map { .refused(surface: $0) }
                case .misidentified(let surface, let identity): adopted(surface).map { .misidentified(surface: $0, identity) }
                case .failing(let surface, let errno): adopted(surface).map { .failing(surface: $0, errno) }
                }
            if let kept { notices.add(kept) }
        }
    }

    /// Adopts a parameter. All values that the new ranges clamp belong to one change.
    private func adopt(_ old: ParameterState, as parameter: ParameterIndex, _ continuity: Continuity, _ number: ChangeNumber) {
        let wasKnown = parameters[parameter].isKnown
        parameters[parameter].adopt(old, continuity.controls)
        if parameters[parameter].isKnown != wasKnown { setUpControls(of: parameter) }
        if let table = continuity.renumberings[parameter.offset]?.table { parameters[parameter].renumber(by: table) }
        if old.isUnreported { markUnreported(parameter) }
        fit(parameter, number)
    }
}
