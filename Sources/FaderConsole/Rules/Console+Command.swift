internal import FaderValues

extension Console {
    /// Carries out a command. If its condition is not met, nothing changes.
    public func handle(_ command: Command, under terms: Terms = Terms(), at now: MonotonicTime, port: any MIDIPort) -> Outcome {
        let act = Act(now: now, port: port)
        if let expected = terms.expected, !isMet(expected) { return unmet(command, at: now) }
        let number = terms.change.isOfCaller ? terms.change : newNumber()
        if terms.grip == .hold, isInHand(command, at: now) { return lost(command, at: now) }
        if terms.grip != .none { grip(command, until: terms.grip == .hold ? now + Grip.silence : .zero) }
        if terms.grip == .hold, let other = partner(of: command.parameter) { isPushingNothing = hand(on: other, at: now) != nil }
        defer { isPushingNothing = false }
        return handle(command, number: number, in: act)
    }

    private func handle(_ command: Command, number: ChangeNumber, in act: Act) -> Outcome {
        if !command.changesNothing { glides.end(command.parameter) }
        switch command {
        case .set(let parameter, let value, let origin):
            return change(parameter, to: value, origin: origin, number: number, in: act)
        case .setPosition(let parameter, let position, let origin):
            return change(parameter, to: value(of: parameter, at: position), origin: origin, number: number, in: act)
        case .setBoth(let low, let lowValue, let highValue, let origin):
            return setBoth(low, (lowValue, highValue), origin: origin, number: number, in: act)
        case .setParts(let first, let second, let third, let origin):
            return setParts((first, second, third), origin: origin, number: number, in: act)
        case .step(let parameter, let count, let size, let origin):
            guard parameters[parameter].isKnown else { return refuseUnheard(parameter, origin: origin, at: act.now) }
            let value = parameters[parameter].scale.stepped(from: parameters[parameter].value, by: count, size)
            return change(parameter, to: value, origin: origin, number: number, in: act)
        case .reset(let parameter, let origin):
            return change(parameter, to: parameters[parameter].defaultValue, origin: origin, number: number, in: act)
        case .glide(let parameter, let value, let length, let origin):
            return glide(parameter, to: value, over: length, origin: origin, number: number, in: act)
        case .hold(let parameter, let value, let origin): return hold(parameter, at: value, origin: origin, number: number, in: act)
        case .endHold(let parameter): return endHold(parameter, in: act)
        case .nothing(let parameter): return unchanged(parameter)
        case .press(let parameter, let origin):
            return change(parameter, to: parameters[parameter].value + 1, origin: origin, number: number, in: act)
        case .blink(let parameter, let isOn):
            parameters[parameter].show(hasFailed: isOn)
            showEverywhere(parameter, except: nil, in: act)
            return unchanged(parameter)
        case .leaveMembers(let group):
            leaveMembers(of: group, to: number)
            return unchanged(group)
        case .presence(let parameter, let isThere):
            parameters[parameter].show(isThere: isThere)
            return unchanged(parameter)
        case .record(let kind, let parameter, let origin):
            note(kind, parameter, control: nil, origin: origin, at: act.now)
            return unchanged(parameter)
        }
    }

    private func isMet(_ expected: Expectation) -> Bool {
        var changes = parameters[expected.first].revision.number
        if let second = expected.second { changes += parameters[second].revision.number }
        if let third = expected.third { changes += parameters[third].revision.number }
        return changes == expected.changes
    }

    private func unmet(_ command: Command, at now: MonotonicTime) -> Outcome {
        note(.outdated, command.parameter, control: nil, origin: command.origin, at: now)
        var outcome = unchanged(command.parameter)
        outcome.isUnmet = true
        return outcome
    }

    /// A hand has a parameter that a gesture wants to move: the gesture lets go of all its parameters.
    private func lost(_ command: Command, at now: MonotonicTime) -> Outcome {
        grip(command, until: .zero)
        var outcome = unchanged(command.parameter)
        outcome.isInHand = true
        return outcome
    }

    /// Whether a hand is on a control of any parameter that the command sets; noted for `explain`.
    private func isInHand(_ command: Command, at now: MonotonicTime) -> Bool {
        switch command {
        case .setParts(let first, let second, let third, let origin):
            isInHand(first.parameter, origin, at: now) || isInHand(second.parameter, origin, at: now)
                || third.map { isInHand($0.parameter, origin, at: now) } ?? false
        case .setBoth(let low, _, _, let origin):
            isInHand(low, origin, at: now) || partner(of: low).map { isInHand($0, origin, at: now) } ?? false
        default: isInHand(command.parameter, command.origin, at: now)
        }
    }

    private func isInHand(_ parameter: ParameterIndex, _ origin: ChangeOrigin, at now: MonotonicTime) -> Bool {
        guard let hand = hand(on: parameter, at: now) else { return false }
        note(hand.decision, parameter, control: hand.control, origin: origin, at: now)
        return true
    }

    private func grip(_ command: Command, until end: MonotonicTime) {
        parameters[command.parameter].grippedUntil = end
        switch command {
        case .setParts(_, let second, let third, _):
            parameters[second.parameter].grippedUntil = end
            if let third { parameters[third.parameter].grippedUntil = end }
        case .setBoth(let low, _, _, _): if let high = partner(of: low) { parameters[high].grippedUntil = end }
        default: break
        }
    }

    /// Sets several parameters that are not a range. The outcome is that of the first.
    private func setParts(
        _ parts: (PartValue, PartValue, PartValue?), origin: ChangeOrigin, number: ChangeNumber, in act: Act
    ) -> Outcome {
        var outcome = change(parts.0.parameter, to: parts.0.value, origin: origin, number: number, in: act)
        glides.end(parts.1.parameter)
        let second = change(parts.1.parameter, to: parts.1.value, origin: origin, number: number, in: act)
        outcome.isClamped = outcome.isClamped || second.isClamped
        guard let part = parts.2 else { return outcome }
        glides.end(part.parameter)
        let third = change(part.parameter, to: part.value, origin: origin, number: number, in: act)
        outcome.isClamped = outcome.isClamped || third.isClamped
        return outcome
    }
}
