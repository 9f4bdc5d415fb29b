public import FaderModel

/// Parameters that come and go without a new configuration, each in a slot that was created with the console.
extension Console {
    /// Does one step of an act; `.generation` is up to the caller. Nothing is allocated, and the time depends only on the number of
    /// controls that change.
    public func patch(_ patch: Patch, at now: MonotonicTime, port: any MIDIPort) {
        let act = Act(now: now, port: port)
        switch patch {
        case .close(let parameter): close(parameter)
        case .open(let parameter, let opening, let generation): open(parameter, opening, since: generation)
        case .suspend(let parameter): suspend(parameter)
        case .reopen(let parameter, let opening, let generation):
            reopen(parameter, opening, since: generation, in: act)
        case .bind(let control, let mapping): bind(control, mapping, in: act)
        case .decks(let table): apply(table, in: act)
        case .generation: break
        }
    }

    /// Whether requests of a generation can name a parameter: it is open, and was not opened later.
    public func isOpen(_ parameter: ParameterIndex, in generation: Generation) -> Bool {
        (0..<slotCount).contains(parameter.offset) && parameters[parameter].since <= generation
    }

    /// Opens a slot: the next unused one, or one that was closed.
    func open(_ parameter: ParameterIndex, _ opening: Opening, since generation: Generation) {
        if parameter.offset == slotCount {
            precondition(slotCount < parameters.count, "a slot beyond those made with the console")
            slotCount += 1
            parameters[parameter] = ParameterState(opening, since: generation)
        } else {
            parameters[parameter].give(opening, since: generation)
        }
        if let rule = opening.range { addRange(rule) }
    }

    /// Hides a parameter from requests until it is opened again.
    func suspend(_ parameter: ParameterIndex) { parameters[parameter].suspend() }

    /// Gives an open parameter another scale, default and rule, and clamps its value as a new configuration would.
    func reopen(
        _ parameter: ParameterIndex, _ opening: Opening, since generation: Generation, in act: Act
    ) {
        parameters[parameter].reopen(opening, since: generation)
        if let table = opening.renumbering {
            log.renumber(valuesOf: parameter, by: table)
            renumberButtons(of: parameter, by: table)
        }
        removeRange(of: parameter)
        if let rule = opening.range { addRange(rule) }
        let number = newNumber()
        fit(parameter, number)
        if let rule = opening.range { mend(rule, number: number) }
        showReopened(parameter, in: act)
        if let rule = opening.range { showReopened(rule.low == parameter ? rule.high : rule.low, in: act) }
        if let glide = glides[parameter] { continueGlide(glide, of: parameter, in: act) }
    }

    private func showReopened(_ parameter: ParameterIndex, in act: Act) {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            setUp(control)
            show(control, in: act)
        }
    }

    /// Closes a slot. Its last report has already been fetched.
    func close(_ parameter: ParameterIndex) {
        glides.end(parameter)
        while lists.first(of: parameter) >= 0 { clear(ControlLists.control(of: lists.first(of: parameter))) }
        removeRange(of: parameter)
        log.forget(parameter)
        parameters[parameter].close(closedScale)
    }

    private func addRange(_ rule: RangeRule) {
        removeRange(of: rule.low)
        let place = ranges.add(rule)
        parameters[rule.low].range = place
        parameters[rule.high].range = place
    }

    private func removeRange(of parameter: ParameterIndex) {
        let place = parameters[parameter].range
        guard let rule = rule(of: parameter) else { return }
        parameters[rule.low].range = -1
        parameters[rule.high].range = -1
        ranges.remove(place)
    }
}
