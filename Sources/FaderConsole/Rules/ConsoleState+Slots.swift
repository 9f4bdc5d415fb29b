internal import FaderModel

/// Parameters that come and go without a new configuration, each in a slot that was made with the console.
extension ConsoleState {
    /// Whether requests of a generation can name a parameter: it is open, and was not opened later.
    func isOpen(_ parameter: ParameterIndex, in generation: Generation) -> Bool {
        parameters.rowIndices.contains(parameter) && parameters[parameter].since <= generation
    }

    /// Opens a slot: the next unused one, or one that was closed.
    mutating func open(_ parameter: ParameterIndex, _ opening: Opening, since generation: Generation) {
        var state = ParameterState(opening)
        state.since = generation
        if parameter.place == parameters.count {
            precondition(parameters.count < capacity, "a slot beyond those made with the console")
            parameters.append(state)
            scales.append(opening.scale)
        } else {
            precondition(parameters[parameter].since == .never, "a slot was opened twice")
            // Queues that the old parameter is still in have its index, and it is in each at most once.
            state.isUnreported = parameters[parameter].isUnreported
            state.glide = parameters[parameter].glide
            state.serial = parameters[parameter].serial &+ 1
            parameters[parameter] = state
            scales[parameter] = opening.scale
        }
        if let rule = opening.range { addRange(rule) }
    }

    /// No request can name it until it is opened again.
    mutating func suspend(_ parameter: ParameterIndex) { parameters[parameter].since = .never }

    /// Gives an open parameter another scale, default and rule, and clamps its value as a new configuration would.
    mutating func reopen(
        _ parameter: ParameterIndex, _ opening: Opening, since generation: Generation, at now: MonotonicTime, port: any MIDIPort
    ) {
        parameters[parameter].since = generation
        parameters[parameter].defaultValue = opening.defaultValue
        parameters[parameter].jumps = opening.jumps
        parameters[parameter].hasOptions = opening.hasOptions
        scales[parameter] = opening.scale
        removeRange(of: parameter)
        if let rule = opening.range { addRange(rule) }
        let number = newNumber()
        let value = scales[parameter].clamp(parameters[parameter].value) ?? opening.defaultValue
        if value != parameters[parameter].value { replace(parameter, by: value, number) }
        if let rule = opening.range { mend(rule, number: number) }
        showReopened(parameter, at: now, port: port)
        if let rule = opening.range { showReopened(rule.low == parameter ? rule.high : rule.low, at: now, port: port) }
        if glideNumber(of: parameter) != nil {
            continueGlide(glides.all[Int(parameters[parameter].glide)], of: parameter, at: now, port: port)
        }
    }

    private mutating func showReopened(_ parameter: ParameterIndex, at now: MonotonicTime, port: any MIDIPort) {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            setLamp(of: control)
            show(control, at: now, port: port)
        }
    }

    /// Closes a slot. Its last report was taken before.
    mutating func close(_ parameter: ParameterIndex) {
        endGlide(of: parameter)
        while lists.first(of: parameter) >= 0 { clear(ControlLists.control(of: lists.first(of: parameter))) }
        removeRange(of: parameter)
        log.forget(parameter)
        parameters[parameter].since = .never
        parameters[parameter].serial &+= 1
        parameters[parameter].revision = .zero
        scales[parameter] = closedScale
    }

    private mutating func addRange(_ rule: RangeRule) {
        removeRange(of: rule.low)
        let place = freeRanges.popLast() ?? Int32(truncatingIfNeeded: ranges.count)
        if Int(place) == ranges.count { ranges.append(rule) } else { ranges[Int(place)] = rule }
        parameters[rule.low].range = place
        parameters[rule.high].range = place
    }

    private mutating func removeRange(of parameter: ParameterIndex) {
        let place = parameters[parameter].range
        guard place >= 0 else { return }
        let rule = ranges[Int(place)]
        parameters[rule.low].range = -1
        parameters[rule.high].range = -1
        freeRanges.append(place)
    }
}
