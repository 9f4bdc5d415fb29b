internal import FaderModel

extension ConsoleState {
    /// Does what the async world asked for, as a change with this number.
    mutating func handle(_ command: Command, group: UInt32, at now: MonotonicTime, port: any MIDIPort) -> Outcome {
        if case .nothing = command {} else { endGlide(of: command.parameter) }
        switch command {
        case .set(let parameter, let value, let origin):
            return change(parameter, to: value, origin: origin, group: group, at: now, port: port)
        case .setPosition(let parameter, let position, let origin):
            return change(parameter, to: scales[parameter].snapped(at: position), origin: origin, group: group, at: now, port: port)
        case .setBoth(let low, let lowValue, let highValue, let origin):
            return setBoth(low, (lowValue, highValue), origin: origin, group: group, at: now, port: port)
        case .setParts(let first, let second, let third, let origin):
            return setParts((first, second, third), origin: origin, group: group, at: now, port: port)
        case .step(let parameter, let count, let size, let origin):
            let value = scales[parameter].stepped(from: parameters[parameter].value, by: count, size: size)
            return change(parameter, to: value, origin: origin, group: group, at: now, port: port)
        case .reset(let parameter, let origin):
            return change(parameter, to: parameters[parameter].defaultValue, origin: origin, group: group, at: now, port: port)
        case .glide(let parameter, let value, let length, let origin):
            return glide(parameter, to: value, over: length, origin: origin, group: group, at: now, port: port)
        case .nothing(let parameter):
            return Outcome(value: value(of: parameter), revision: parameters[parameter].revision, isClamped: false, isRefused: false)
        }
    }

    /// The only way to change a value, whoever asks: (parameter, wanted value, origin) → accepted value and its effects. Effects on other
    /// parameters have the same number.
    @discardableResult
    mutating func change(
        _ parameter: Int, to wanted: Double, origin: Origin, group: UInt32, control: Int = -1, at now: MonotonicTime, port: any MIDIPort
    ) -> Outcome {
        let before = parameters[parameter].value
        if group != parameters[parameter].group { beginGroup(group, of: parameter, origin, control) }
        guard var value = scales[parameter].clamp(wanted) else {
            note(.refused, parameter, control: control, origin: origin, at: now)
            return Outcome(value: before, revision: parameters[parameter].revision, isClamped: false, isRefused: true)
        }
        if parameters[parameter].range >= 0 {
            value = makeRoom(for: value, of: parameter, origin: origin, group: group, control: control, at: now, port: port)
        }
        let isClamped = value != wanted
        guard value != before else {
            note(isClamped ? .clamped : .sameValue, parameter, control: control, origin: origin, at: now)
            // A value set by text or by a program is shown even by a control that was never sent it.
            if control < 0 { showEverywhere(parameter, except: control, at: now, port: port) }
            return Outcome(value: value, revision: parameters[parameter].revision, isClamped: isClamped, isRefused: false)
        }
        if group != parameters[parameter].changeGroup { beginChange(group, of: parameter) }
        parameters[parameter].value = value
        parameters[parameter].revision += 1
        parameters[parameter].origin = origin
        parameters[parameter].control = control
        if !parameters[parameter].isUnreported {
            parameters[parameter].isUnreported = true
            unreported.push(parameter)
        }
        note(isClamped ? .clamped : .changed, parameter, control: control, origin: origin, at: now)
        showEverywhere(parameter, except: control, at: now, port: port)
        return Outcome(value: value, revision: parameters[parameter].revision, isClamped: isClamped, isRefused: false)
    }

    private mutating func showEverywhere(_ parameter: Int, except mover: Int, at now: MonotonicTime, port: any MIDIPort) {
        let isCircling = mover >= 0 && controls[mover].sensor.isCircling
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            // Before it is shown: it may take a mapping that waits, and leave the list.
            node = lists.next(after: node)
            guard control != mover, controls[control].binding.parameter == parameter else { continue }
            if isCircling {
                postpone(control, for: controls[mover].sensor.loopWatch.pause, at: now)
            } else {
                show(control, at: now, port: port)
            }
        }
    }

    /// Keeps a decision for `explain`.
    mutating func note(_ kind: Decision.Kind, _ parameter: Int, control: Int, origin: Origin? = nil, raw: Int = -1, at now: MonotonicTime) {
        let decision = Decision(
            time: now, value: parameters[parameter].value, count: 1, control: Int32(truncatingIfNeeded: control),
            raw: Int32(truncatingIfNeeded: raw), group: parameters[parameter].group, kind: kind,
            origin: origin ?? parameters[parameter].origin)
        log.record(decision, of: parameter)
    }
}
