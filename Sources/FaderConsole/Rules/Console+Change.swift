internal import FaderValues

extension Console {
    /// The only way to change a value, whoever asks. Effects on other parameters have the same number.
    @discardableResult
    func change(
        _ parameter: ParameterIndex, to wanted: Double, origin: ChangeOrigin, number: ChangeNumber, control: ControlIndex? = nil,
        in act: Act
    ) -> Outcome {
        if parameters[parameter].isLocked, !origin.passesLocks { return refuse(parameter, origin, control, in: act) }
        let before = parameters[parameter].value
        guard let value = parameters[parameter].scale.clamp(wanted) else {
            note(.refused, parameter, control: control, origin: origin, at: act.now)
            return Outcome(value: before, revision: parameters[parameter].revision, isClamped: false, isRefused: true)
        }
        if number != parameters[parameter].decisionNumber { beginDecisions(number, of: parameter, origin, control) }
        if parameters[parameter].isTied {
            return changeTied(parameter, to: value, wanted, origin: origin, number: number, control: control, in: act)
        }
        return accept(value, of: parameter, isClamped: value != wanted, origin: origin, number: number, control: control, in: act)
    }

    /// Changes a parameter on which others, or motors, depend, and then those.
    @inline(never)
    private func changeTied(
        _ parameter: ParameterIndex, to allowed: Double, _ wanted: Double, origin: ChangeOrigin, number: ChangeNumber,
        control: ControlIndex?, in act: Act
    ) -> Outcome {
        var value = allowed
        if let rule = rule(of: parameter) {
            value = makeRoom(for: value, of: parameter, rule, origin: origin, number: number, control: control, in: act)
        }
        let (before, wasKnown) = (parameters[parameter].value, parameters[parameter].isKnown)
        let outcome = accept(value, of: parameter, isClamped: value != wanted, origin: origin, number: number, control: control, in: act)
        if parameters[parameter].isSelection { keepStep(with: parameter, in: act) }
        if parameters[parameter].switchesMotors, value != before { motorsSwitched(by: parameter, in: act) }
        guard parameters[parameter].tie >= 0 else { return outcome }
        relate(parameter, changedFrom: before, origin, number, in: act)
        // A group whose value was not known has not moved.
        if value != before, wasKnown {
            // Its own fader is answered before the motors of the members.
            if let control, controls[control].isMotor { answer(control, in: act) }
            moveMembers(of: parameter, from: before, origin, number, in: act)
        }
        return outcome
    }

    /// Gives what keeps step with the selected strip of a deck the strip's option.
    func tellSelection(of deck: DeckIndex, _ origin: ChangeOrigin, in act: Act) {
        guard let link = decks.table.link(of: deck), let option = decks[deck].selected.flatMap({ link.options[$0] }),
            parameters[link.parameter].isNews(Double(option))
        else { return }
        // If it is only read, the strip stays selected all the same.
        change(link.parameter, to: Double(option), origin: origin, number: newNumber(), in: act)
    }

    @inline(__always)
    private func accept(
        _ value: Double, of parameter: ParameterIndex, isClamped: Bool, origin: ChangeOrigin, number: ChangeNumber, control: ControlIndex?,
        in act: Act
    ) -> Outcome {
        let isNew = parameters[parameter].isNews(value)
        if isNew {
            if number != parameters[parameter].changeNumber { beginChange(number, of: parameter) }
            let wasKnown = parameters[parameter].isKnown
            parameters[parameter].change(to: value, origin, control)
            markUnreported(parameter)
            if !wasKnown { setUpControls(of: parameter) }
        } else if control == nil {
            parameters[parameter].confirm()
        }
        note(isClamped ? .clamped : isNew ? .changed : .sameValue, parameter, control: control, origin: origin, at: act.now)
        // A value set by text or by a program is shown even on a control that it was never sent to.
        if isNew || control == nil { showEverywhere(parameter, except: control, in: act) }
        return Outcome(value: value, revision: parameters[parameter].revision, isClamped: isClamped, isRefused: false)
    }

    /// Refuses a change that starts from the present value, because that is not known.
    @inline(never)
    @discardableResult
    func refuseUnheard(_ parameter: ParameterIndex, by control: ControlIndex? = nil, origin: ChangeOrigin, at now: MonotonicTime) -> Outcome
    {
        note(.notHeard, parameter, control: control, origin: origin, at: now)
        return Outcome(
            value: parameters[parameter].value, revision: parameters[parameter].revision, isClamped: false, isRefused: true)
    }

    /// Refuses a change, because only the target can change the parameter now. A control that was moved gets the true state when it is next
    /// shown.
    @inline(never)
    private func refuse(_ parameter: ParameterIndex, _ origin: ChangeOrigin, _ control: ControlIndex?, in act: Act) -> Outcome {
        note(parameters[parameter].isReadOnly ? .readOnly : .notThere, parameter, control: control, origin: origin, at: act.now)
        var outcome = unchanged(parameter)
        outcome.isRefused = true
        return outcome
    }

    func unchanged(_ parameter: ParameterIndex) -> Outcome {
        Outcome(value: parameters[parameter].value, revision: parameters[parameter].revision, isClamped: false, isRefused: false)
    }

    func showEverywhere(
        _ parameter: ParameterIndex, except mover: ControlIndex?, in act: Act
    ) {
        if let mover, controls[mover].sensor.isInLoop { return postponeEverywhere(parameter, except: mover, at: act.now) }
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            // Read before it is shown: the control may take a waiting mapping and leave the list.
            node = lists.next(after: node)
            if control != mover, controls[control].binding.parameter == parameter { show(control, in: act) }
        }
    }

    @inline(never)
    private func postponeEverywhere(_ parameter: ParameterIndex, except mover: ControlIndex, at now: MonotonicTime) {
        let end = now + controls[mover].sensor.loopWatch.pause
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            guard control != mover, controls[control].binding.parameter == parameter else { continue }
            postpone(control, for: .looping, parameter, until: end, at: now)
        }
    }

    /// Clamps a value, and the one that it returns to if a button holds it, to a range that has changed.
    func fit(_ parameter: ParameterIndex, _ number: ChangeNumber) {
        parameters[parameter].fitBefore()
        let value = parameters[parameter].fit(parameters[parameter].value)
        if value != parameters[parameter].value { replace(parameter, by: value, number) }
    }

    /// Replaces a value that the new configuration does not allow. The origin is `restore`, because no hand did it. A hold goes on.
    func replace(_ parameter: ParameterIndex, by value: Double, _ number: ChangeNumber) {
        let revision = parameters[parameter].revision
        if number != parameters[parameter].changeNumber { beginChange(number, of: parameter) }
        parameters[parameter].replace(by: value)
        keepHold(of: parameter, since: revision)
        markUnreported(parameter)
    }

    /// The button of a held value that was replaced goes on holding. `revision` is the one before the replacement.
    func keepHold(of parameter: ParameterIndex, since revision: Revision) {
        guard parameters[parameter].heldRevision == revision else { return }
        parameters[parameter].hold()
        if let program = parameters[parameter].program, program.revision == revision {
            parameters[parameter].hold(byProgramFrom: program.before)
        }
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            guard buttons[control].before != nil, buttons[control].heldRevision == revision else { continue }
            buttons[control].heldRevision = parameters[parameter].revision
        }
    }
}

extension ChangeOrigin {
    /// Whether it may change a locked parameter. The target may, and so may the daemon when it restores what the target reported.
    fileprivate var passesLocks: Bool { self == .target || self == .restore }
}
