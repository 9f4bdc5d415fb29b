public import FaderModel

/// Which parts of a new configuration existed before: indices into the old one, nil for new parts.
public struct Continuity: Sendable, Equatable {
    /// For each new parameter, its old index; nil for a new one, and for one whose kind or unit changed so that a number would mean another value.
    public let parameters: [ParameterIndex?]
    /// The inverse: for each old parameter, its new index; nil if it is gone.
    let newParameters: [ParameterIndex?]
    /// For each new surface, its old index.
    public let surfaces: [SurfaceIndex?]
    /// Whether the surfaces are those of the old configuration, in the same order: then no port has to be touched.
    public let keepsSurfaces: Bool
    /// Whether all parameters and controls are those of the old configuration, under their old indices.
    let keepsIndices: Bool
    /// For each old control (all surfaces in a row), its new index; nil if it is gone, uses other messages, or its travel is reversed.
    public let controls: [ControlIndex?]
    /// Which decks and pages existed before.
    public let decks: DeckContinuity

    /// Compares two configurations by names: parameters by id, surfaces by name (see `isReplaced`), controls by id if the messages are the
    /// same.
    ///
    /// - Parameter slots: The index that each old parameter has in its console; nil: its index in the configuration.
    public init(from old: Configuration, to new: Configuration, slots: [ParameterIndex]? = nil) {
        let slots = slots ?? Array(old.parameters.rowIndices)
        let oldParameters = Dictionary(old.parameters.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        parameters = new.parameters.map { spec in
            oldParameters[spec.id].flatMap { old.parameters[$0].counts(like: spec) ? slots[$0] : nil }
        }
        var newParameters = [ParameterIndex?](repeating: nil, count: slots.max().map { $0.offset + 1 } ?? 0)
        for (index, previous) in parameters.enumerated() {
            if let previous { newParameters[previous.offset] = ParameterIndex(index) }
        }
        self.newParameters = newParameters
        decks = DeckContinuity(from: old.decks, to: new.decks)
        let oldSurfaces = Dictionary(zip(old.surfaces.map(\.name), old.surfaces.rowIndices), uniquingKeysWith: { first, _ in first })
        surfaces = new.surfaces.map { surface in
            oldSurfaces[surface.name].flatMap { old.surfaces[$0].isReplaced(by: surface) ? nil : $0 }
        }
        keepsSurfaces = surfaces == old.surfaces.rowIndices.map { $0 }
        var newControls: [String: (ControlIndex, ControlSpec)] = [:]
        var index = ControlIndex(0)
        for surface in new.surfaces {
            for control in surface.controls {
                newControls["\(surface.name)\n\(control.id)"] = (index, control)
                index = index.advanced(by: 1)
            }
        }
        let controls = old.surfaces.flatMap { surface in
            surface.controls.map { control -> ControlIndex? in
                guard let (index, same) = newControls["\(surface.name)\n\(control.id)"], same.input == control.input,
                    same.motor == control.motor, same.touch == control.touch, same.isInverted == control.isInverted,
                    same.takeoverLamp == control.takeoverLamp, same.isLSBFirst == control.isLSBFirst
                else { return nil }
                return index
            }
        }
        self.controls = controls
        keepsIndices =
            parameters == slots.indices.map { ParameterIndex($0) } && controls == (0..<index.offset).map { ControlIndex($0) }
    }
}

extension SurfaceSpec {
    /// Whether a surface of the same name is now another device, or another mode of it. If the old one has to be sent something at its end,
    /// the surface loses its port meanwhile and is greeted as a new one; all others stay connected.
    fileprivate func isReplaced(by new: SurfaceSpec) -> Bool {
        !end.isEmpty && (match != new.match || profile != new.profile || begin != new.begin || speaks != new.speaks)
    }
}

extension Continuity {
    /// The new index of an old parameter; nil if it is gone.
    func newParameter(_ old: ParameterIndex) -> ParameterIndex? {
        newParameters.indices.contains(old.offset) ? newParameters[old.offset] : nil
    }
}

extension Console {
    /// Adopts the state of the previous configuration's console: values (clamped to the new ranges, ends kept apart), connections, hands
    /// on faders, glides (over the time they have left) and decisions. Moves the motors whose position the new configuration changes.
    /// Called once, on the MIDI thread.
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
            adopt(old.parameters[previous], as: parameter, continuity.controls, number)
            if !keepsLog { log.adopt(old.log, parameter: parameter, from: previous, controls: continuity.controls) }
        }
        mendRanges(number: number)
        adoptDecks(of: old, continuity)
        for (previous, control) in zip(old.controls.rowIndices, continuity.controls) {
            guard let control else { continue }
            controls[control].adopt(old.controls[previous])
            motors[control].adopt(old.motors[previous])
            watchMotor(of: control)
            if old.isInHand(previous, at: now) {
                keepInHand(control, old.controls[previous].binding.mapping(old.buttons[previous].action), continuity)
            }
            if controls[control].sensor.isOn { tellHand(on: control) }
            takeovers[control].adopt(old.takeovers[previous]) { continuity.newParameter($0) }
            let (kept, has) = (old.controls[previous].binding.mapping(old.buttons[previous].action), controls[control].binding)
            if kept.translated({ continuity.newParameter($0) }) != has.mapping(buttons[control].action) {
                takeovers[control].drivesAnother()
            }
            adoptEnd(of: control, old.controls[previous].binding, continuity)
            adoptButton(of: control, old, previous, continuity)
            let showsNothing = controls[control].binding.parameter == nil || controls[control].indicator.address == nil
            let showed = old.controls[previous].binding.parameter != nil || old.buttons[previous].action.isOfDeck
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

    /// Whether a control may have to be sent something after a reload. Most controls already show what they should, and examining each in
    /// full would keep input waiting.
    private func mayShowAnother(_ control: ControlIndex) -> Bool {
        guard surfaces[controls[control].surface].isListening else { return false }
        guard let parameter = controls[control].binding.parameter, controls[control].indicator.address != nil else {
            let isLeftLit = controls[control].indicator.isLeftLit && controls[control].indicator.mustSend
            return isLeftLit || controls[control].indicator.address != nil && controls[control].indicator.blank != .stays
        }
        return controls[control].indicator.mustSend
            || controls[control].indicator.shown != Int(wantedRaw(of: control, on: parameter))
    }

    /// A hand on a control goes on moving the parameter that it was moving, or nothing if that is gone. The control takes its mapping from
    /// the new configuration when the hand has left.
    private func keepInHand(_ control: ControlIndex, _ old: Mapping, _ continuity: Continuity) {
        let (kept, wanted) = (old.translated { continuity.newParameter($0) }, rebound[control].mapping)
        guard kept != wanted else { return }
        put(kept, on: control)
        controls[control].binding.isRebound = true
    }

    /// Keeps the reports that were not fetched yet, with the new indices.
    private func adoptPassedReports(of old: Console, _ continuity: Continuity) {
        while var report = old.passed.pop() {
            guard let parameter = continuity.newParameter(report.parameter) else { continue }
            report.parameter = parameter
            report.control = report.control.flatMap { continuity.controls[$0.offset] }
            _ = passed.push(report)
        }
    }

    /// Keeps the notices that were not fetched yet, with the new indices; drops those about a surface that is gone.
    private func adoptNotices(of old: Console, _ continuity: Continuity) {
        while let notice = old.nextNotice() {
            switch notice {
            case .overrun: notices.add(notice)
            case .echoing(let previous):
                if let surface = continuity.surfaces.firstIndex(of: previous) { notices.add(.echoing(surface: SurfaceIndex(surface))) }
            case .beside(let previous, let steps):
                if let control = continuity.controls[previous.offset] { notices.add(.beside(control: control, steps: steps)) }
            case .nonsense(let previous):
                if let surface = continuity.surfaces.firstIndex(of: previous) { notices.add(.nonsense(surface: SurfaceIndex(surface))) }
            case .misidentified(let previous, let identity):
                if let surface = continuity.surfaces.firstIndex(of: previous) {
                    notices.add(.misidentified(surface: SurfaceIndex(surface), identity))
                }
            case .failing(let previous, let errno):
                if let surface = continuity.surfaces.firstIndex(of: previous) {
                    notices.add(.failing(surface: SurfaceIndex(surface), errno))
                }
            }
        }
    }

    /// Adopts a parameter. All values that the new ranges clamp belong to one change.
    private func adopt(_ old: ParameterState, as parameter: ParameterIndex, _ newIndices: [ControlIndex?], _ number: ChangeNumber) {
        parameters[parameter].adopt(old, newIndices)
        if old.isUnreported { markUnreported(parameter) }
        fit(parameter, number)
    }

    /// Clamps the value of a parameter whose range has changed, and if a button holds it, what it returns to.
    func fit(_ parameter: ParameterIndex, _ number: ChangeNumber) {
        parameters[parameter].fitBefore()
        let value = parameters[parameter].fit(parameters[parameter].value)
        if value != parameters[parameter].value { replace(parameter, by: value, number) }
    }

    /// Replaces a value that the new configuration does not allow. Its origin is `restore`, because no hand did it; a button that holds the
    /// parameter goes on holding it.
    func replace(_ parameter: ParameterIndex, by value: Double, _ number: ChangeNumber) {
        let revision = parameters[parameter].revision
        if number != parameters[parameter].changeNumber { beginChange(number, of: parameter) }
        parameters[parameter].change(to: value, .restore, nil)
        keepHold(of: parameter, since: revision)
        markUnreported(parameter)
    }

    /// Has a parameter reported.
    @inline(__always)
    func markUnreported(_ parameter: ParameterIndex) {
        if parameters[parameter].becomesUnreported() { unreported.push(parameter) }
    }
}
