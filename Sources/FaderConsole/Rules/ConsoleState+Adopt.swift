internal import FaderModel

/// Which parts of a new configuration were there before: indices into the old one, nil (−1 for controls) for new parts.
public struct Continuity: Sendable, Equatable {
    /// For each new parameter, its old index; nil also where its kind has changed, so that a number would mean another value.
    public let parameters: [Int?]
    /// The inverse: for each old parameter, its new index; −1 where it has none.
    let newParameters: [Int32]
    /// For each new surface, its old index.
    public let surfaces: [Int?]
    /// Whether the surfaces are those of the old configuration, in its order: then no port has to be touched.
    public let keepsSurfaces: Bool
    /// Whether all parameters and controls are those of the old configuration, under their old indices.
    let keepsIndices: Bool
    /// For each old control (all surfaces in a row), its new index; −1 if it is gone, uses other messages, or its travel runs the other way.
    public let controls: [Int32]

    /// Compares two configurations by names: parameters by id, surfaces by name, controls by id where the messages are the same.
    ///
    /// - Parameter slots: The index that each old parameter has in its console; nil: that in its configuration.
    public init(from old: Configuration, to new: Configuration, slots: [Int]? = nil) {
        let slots = slots ?? Array(old.parameters.indices)
        let oldParameters = Dictionary(old.parameters.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        parameters = new.parameters.map { spec in
            oldParameters[spec.id].flatMap { old.parameters[$0].kind.counts(like: spec.kind) ? slots[$0] : nil }
        }
        var newParameters = [Int32](repeating: -1, count: (slots.max() ?? -1) + 1)
        for (index, previous) in parameters.enumerated() {
            if let previous { newParameters[previous] = Int32(truncatingIfNeeded: index) }
        }
        self.newParameters = newParameters
        let oldSurfaces = Dictionary(old.surfaces.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        surfaces = new.surfaces.map { oldSurfaces[$0.name] }
        keepsSurfaces = surfaces == old.surfaces.indices.map { $0 }
        var newControls: [String: (Int, ControlSpec)] = [:]
        var index = 0
        for surface in new.surfaces {
            for control in surface.controls {
                newControls["\(surface.name)\n\(control.id)"] = (index, control)
                index += 1
            }
        }
        let controls = old.surfaces.flatMap { surface in
            surface.controls.map { control -> Int32 in
                guard let (index, same) = newControls["\(surface.name)\n\(control.id)"], same.input == control.input,
                    same.motor == control.motor, same.touch == control.touch, same.isInverted == control.isInverted
                else { return -1 }
                return Int32(truncatingIfNeeded: index)
            }
        }
        self.controls = controls
        keepsIndices =
            parameters == slots.indices.map { $0 } && controls.enumerated().allSatisfy { $0 == Int($1) } && controls.count == index
    }
}

extension Continuity {
    /// The new index of an old parameter; nil where it has none.
    func newParameter(_ old: Int) -> Int? {
        newParameters.indices.contains(old) && newParameters[old] >= 0 ? Int(newParameters[old]) : nil
    }
}

extension ConsoleState {
    /// Takes over from the console of the previous configuration: values (clamped to the new ranges, ends kept apart), connections, hands
    /// on faders, glides (over the time they have left), decisions. Moves the motors whose position the new configuration changes. Called
    /// once, on the MIDI thread.
    mutating func adopt(_ old: inout ConsoleState, _ continuity: Continuity, at now: MonotonicTime, port: any MIDIPort) {
        statistics = old.statistics
        lastGroup = old.lastGroup
        adoptPassedReports(of: &old, continuity)
        let group = newGroup()
        adoptNotices(of: &old, continuity)
        for (surface, previous) in continuity.surfaces.enumerated() {
            guard let previous else { continue }
            surfaces[surface].connections = old.surfaces[previous].connections
            surfaces[surface].echoes = old.surfaces[previous].echoes
            surfaces[surface].toldEchoing = old.surfaces[previous].toldEchoing
            surfaces[surface].table.adoptSelections(of: old.surfaces[previous].table)
            surfaces[surface].reader = old.surfaces[previous].reader
            nextOfSurfaces = min(nextOfSurfaces, surfaces[surface].reader.deadline)
        }
        // What was decided stays where it is if it can: to copy it would take time and new memory, each page of it with a fault.
        let keepsLog = continuity.keepsIndices && log.count == old.log.count
        if keepsLog { swap(&log, &old.log) }
        for (parameter, previous) in continuity.parameters.enumerated() {
            guard let previous else { continue }
            adopt(old.parameters[previous], as: parameter, continuity.controls, group)
            if !keepsLog { log.adopt(old.log, parameter: parameter, from: previous, controls: continuity.controls) }
        }
        mendRanges(group: group)
        for (previous, control) in continuity.controls.enumerated() where control >= 0 {
            controls[Int(control)].adopt(old.controls[previous])
            if old.isInHand(previous, at: now) {
                keepInHand(Int(control), old.controls[previous].binding.mapping(old.buttons[previous].action), continuity)
            }
            if controls[Int(control)].sensor.isOn { tellHand(on: Int(control)) }
            adoptEnd(of: Int(control), old.controls[previous].binding, continuity)
            adoptButton(of: Int(control), old.controls[previous].binding, old.buttons[previous], continuity)
            watchDeadline(of: Int(control))
        }
        for control in controls.places where mayShowAnother(control) { show(control, at: now, port: port) }
        adoptGlides(of: old, continuity.parameters, at: now, port: port)
    }

    /// Whether a control may have to be sent something after a reload: most controls show what they should, and looking at each in full would
    /// keep input waiting.
    private func mayShowAnother(_ control: Int) -> Bool {
        guard let motor = controls[control].indicator.address, controls[control].binding.parameter >= 0,
            surfaces[controls[control].surface].connections.outputs > 0
        else { return false }
        return controls[control].indicator.mustSend || controls[control].indicator.shown != Int(wantedRaw(of: control, motor))
    }

    /// A hand that is on a control goes on moving what it moved, or nothing if that is gone. The control takes what the new configuration
    /// maps to it when the hand has left.
    private mutating func keepInHand(_ control: Int, _ old: Mapping, _ continuity: Continuity) {
        let (kept, wanted) = (old.translated { continuity.newParameter($0) }, rebound[control].mapping)
        guard kept != wanted else { return }
        put(kept, on: control)
        controls[control].binding.isRebound = true
    }

    /// Keeps the reports that were not taken yet, with the new indices.
    private mutating func adoptPassedReports(of old: inout ConsoleState, _ continuity: Continuity) {
        while var report = old.passed.pop() {
            guard let parameter = continuity.newParameter(report.parameter) else { continue }
            report.parameter = parameter
            report.control = report.control < 0 ? -1 : Int(continuity.controls[report.control])
            _ = passed.push(report)
        }
    }

    /// Keeps the notices that were not taken yet, with the new indices; drops those about a surface that is gone.
    private mutating func adoptNotices(of old: inout ConsoleState, _ continuity: Continuity) {
        while let notice = old.nextNotice() {
            switch notice {
            case .overrun: tell(notice)
            case .echoing(let previous):
                if let surface = continuity.surfaces.firstIndex(of: previous) { tell(.echoing(surface: surface)) }
            case .failing(let previous, let errno):
                if let surface = continuity.surfaces.firstIndex(of: previous) { tell(.failing(surface: surface, errno)) }
            }
        }
    }

    /// Takes over a parameter. All values that the new ranges clamp belong to one change.
    private mutating func adopt(_ old: ParameterState, as parameter: Int, _ newIndices: [Int32], _ group: UInt32) {
        parameters[parameter].value = old.value
        parameters[parameter].before = old.before
        parameters[parameter].revision = old.revision
        parameters[parameter].origin = old.origin
        parameters[parameter].control = old.control < 0 ? -1 : Int(newIndices[old.control])
        parameters[parameter].group = old.group
        parameters[parameter].changeGroup = old.changeGroup
        parameters[parameter].grippedUntil = old.grippedUntil
        if old.isUnreported { markUnreported(parameter) }
        let value = scales[parameter].clamp(old.value) ?? parameters[parameter].defaultValue
        if value != old.value { replace(parameter, by: value, group) }
    }

    /// Replaces a value that the new configuration does not allow. Its origin is `restore`: no hand did that.
    mutating func replace(_ parameter: Int, by value: Double, _ group: UInt32) {
        if group != parameters[parameter].changeGroup { beginChange(group, of: parameter) }
        parameters[parameter].value = value
        parameters[parameter].revision += 1
        parameters[parameter].origin = .restore
        parameters[parameter].control = -1
        markUnreported(parameter)
    }

    private mutating func markUnreported(_ parameter: Int) {
        guard !parameters[parameter].isUnreported else { return }
        parameters[parameter].isUnreported = true
        unreported.push(parameter)
    }
}
