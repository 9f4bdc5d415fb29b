public import FaderValues

/// A relation that has to be kept for the next run of the daemon.
public struct TieReport: Sendable, BitwiseCopyable, Equatable {
    public var parameter: ParameterIndex
    public var relation: Relation
}

/// Groups: pull one down and push it up again, and every member is where it was.
///
/// A member is looked at only when its group moves. If it is where the group had put it, it stays related as it was; if not, somebody has
/// moved it since, and it relates anew. So nothing has to be done when a finger lets go of a member, a recall sets it, or a fade of it ends.
extension Console {
    /// How far a target may round a value that the group set, in dB or along its travel, and how long that counts as an echo. A device with
    /// whole decibels rounds by half of one. At the bottom, in dB, all values are the same: many devices have no −∞, and show their lowest value
    /// instead.
    private static var rounding: (decibels: Double, travel: Double, bottom: Double, time: MonotonicTime.Interval) {
        (0.5, 0.005, -60, .milliseconds(2000))
    }

    /// Continues with the relations that were kept, by parameter. Only before the MIDI thread has the console.
    public func restore(_ relations: [ParameterIndex: Relation]) {
        for (parameter, relation) in relations {
            if let tie = tie(of: parameter) { ties[tie].adopt(relation) }
        }
    }

    public func nextTie() -> TieReport? {
        guard let tie = unreportedTies.pop() else { return nil }
        ties[tie].isUnreported = false
        return TieReport(parameter: ties[tie].parameter, relation: ties[tie].relation)
    }

    private func tie(of parameter: ParameterIndex) -> TieIndex? {
        parameters[parameter].tie >= 0 ? TieIndex(Int(parameters[parameter].tie)) : nil
    }

    private func tell(_ tie: TieIndex) {
        guard !ties[tie].isUnreported else { return }
        ties[tie].isUnreported = true
        unreportedTies.push(tie)
    }

    /// Changes with this number set members of the group themselves. Members that somebody has moved relate anew before that: where the act
    /// sets a member to an end of its range or to −∞, nobody could tell afterwards.
    func leaveMembers(of group: ParameterIndex, to number: ChangeNumber) {
        guard let group = tie(of: group) else { return }
        ties[group].leaves = number
        let value = parameters[ties[group].parameter].value
        for tie in ties[group].members where parameters[ties[tie].parameter].isKnown {
            if !isInPlace(tie, of: value) { relate(tie, to: standing(group, at: value)) }
        }
    }

    /// Whether a member is where its group put it, so that nobody has moved it since.
    private func isInPlace(_ tie: TieIndex, of group: Double) -> Bool {
        let (value, scale) = (parameters[ties[tie].parameter].value, parameters[ties[tie].parameter].scale)
        guard let given = ties[tie].value(at: group, on: scale) else { return false }
        return given == value || ties[tie].relation.rounded == value && isRounded(value, from: given, tie)
    }

    /// The value to which members relate: the group's own, or at −∞ the last finite one.
    private func standing(_ group: TieIndex, at value: Double) -> Double {
        value.isFinite ? value : ties[group].relation.last ?? parameters[ties[group].parameter].defaultValue
    }

    /// Somebody has set a member. If it differs from what the group would give it, the next movement of the group shows that. If it is
    /// exactly that value, it counts as chosen: a member at its end, or off, stays there. A muted member of a mute is muted by itself.
    /// Holds leave all as it is.
    @inline(never)
    func relate(
        _ member: ParameterIndex, changedFrom before: Double, _ origin: ChangeOrigin, _ number: ChangeNumber, in act: Act
    ) {
        guard let tie = tie(of: member), let group = ties[tie].group, origin != .undo, origin != .restore, !isHolding else { return }
        let (value, goal) = (parameters[member].value, parameters[ties[group].parameter].value)
        if value == before, origin != .text, origin != .api { return }
        if ties[tie].isMute { return muted(tie, of: group, changedFrom: before, origin, number, in: act) }
        let given = ties[tie].value(at: goal, on: parameters[member].scale)
        if origin == .recall { return }
        if origin == .target, let given, act.now < ties[tie].moved + Self.rounding.time, isRounded(value, from: given, tie) {
            guard value != given else { return }
            ties[tie].round(to: value)
            return tell(tie)
        }
        if value == given || value == ties[tie].relation.rounded { relate(tie, to: standing(group, at: goal)) }
    }

    /// Somebody has muted or opened a member. If nothing that the group muted is muted any more, its mute goes off in the same change, so
    /// that one undo brings back both.
    private func muted(
        _ tie: TieIndex, of group: TieIndex, changedFrom before: Double, _ origin: ChangeOrigin, _ number: ChangeNumber, in act: Act
    ) {
        let (member, mute) = (ties[tie].parameter, ties[group].parameter)
        guard number != ties[group].leaves else { return }
        if parameters[member].value > 0 {
            relate(tie, to: parameters[mute].value)
            showEverywhere(member, except: nil, in: act)
        } else if before > 0, parameters[mute].value > 0 {
            for other in ties[group].members where isOnByGroup(ties[other].parameter) { return }
            if number != parameters[mute].decisionNumber { beginDecisions(number, of: mute, origin, nil) }
            note(.noneMuted, mute, control: nil, origin: origin, at: act.now)
            change(mute, to: 0, origin: origin, number: number, in: act)
        }
    }

    /// Whether a target may have made this of a value that its group set.
    private func isRounded(_ value: Double, from given: Double, _ tie: TieIndex) -> Bool {
        if (value - given).magnitude <= Self.rounding.decibels || max(value, given) <= Self.rounding.bottom { return true }
        let scale = parameters[ties[tie].parameter].scale
        return (scale.position(of: value).fraction - scale.position(of: given).fraction).magnitude <= Self.rounding.travel
    }

    private func relate(_ tie: TieIndex, to group: Double) {
        ties[tie].relate(parameters[ties[tie].parameter].value, to: group)
        tell(tie)
    }

    @inline(never)
    func moveMembers(
        of parameter: ParameterIndex, from former: Double, _ origin: ChangeOrigin, _ number: ChangeNumber, in act: Act
    ) {
        guard let group = tie(of: parameter), !ties[group].members.isEmpty else { return }
        let (goal, standing) = (parameters[parameter].value, standing(group, at: former))
        noteStanding(of: group, goal)
        // Their lamps tell whether they are on by the group.
        defer { if ties[group].isMute { for tie in ties[group].members { showEverywhere(ties[tie].parameter, except: nil, in: act) } } }
        // An undo brings back what had moved, and nothing else.
        guard number != ties[group].leaves, origin != .undo else { return }
        let pause = ties[group].pace(at: act.now)
        let isBack = goal == parameters[parameter].before && number == parameters[parameter].changeNumber
        for place in 0..<ties[group].members.count {
            let tie = ties[group].members[place]
            let member = ties[tie].parameter
            guard isFree(tie, origin, number, at: act.now) else { continue }
            if !isInPlace(tie, of: former) { relate(tie, to: standing) }
            // After a hold, a member that had been raised while the group stood at −∞ is where it was.
            let wasHeld = isBack && number == parameters[member].changeNumber && ties[tie].held == parameters[member].revision
            let given = ties[tie].value(at: goal, on: parameters[member].scale)
            guard let wanted = wasHeld ? parameters[member].before : given else { continue }
            ties[tie].moved = act.now
            move(member, to: wanted, origin, number, pause, in: act)
        }
    }

    /// Remembers where a group stood before it went to −∞. A hold does not count.
    private func noteStanding(of group: TieIndex, _ goal: Double) {
        if isHolding { return }
        if goal.isFinite { return ties[group].stood(at: goal) }
        let before = parameters[ties[group].parameter].before
        if before.isFinite { ties[group].stood(at: before) }
        tell(group)
    }

    /// Its value must be known, no hand, gesture, fade or button may have it, and a recall moves no `recall-safe` member. Noted for
    /// `explain` if not.
    private func isFree(_ tie: TieIndex, _ origin: ChangeOrigin, _ number: ChangeNumber, at now: MonotonicTime) -> Bool {
        let member = ties[tie].parameter
        guard parameters[member].isKnown else {
            refuseUnheard(member, origin: origin, at: now)
            return false
        }
        if parameters[member].isLocked { return false }
        if origin == .recall, parameters[member].isRecallSafe {
            if number != parameters[member].decisionNumber { beginDecisions(number, of: member, origin, nil) }
            note(.recallSafe, member, control: nil, origin: origin, at: now)
            return false
        }
        if parameters[member].isHeld, ties[tie].held != parameters[member].revision { return false }
        if let glide = glides[member], glide.number != number { return false }
        return !dropsOut(member, origin, number, at: now)
    }

    private func move(
        _ member: ParameterIndex, to value: Double, _ origin: ChangeOrigin, _ number: ChangeNumber, _ pause: MonotonicTime?, in act: Act
    ) {
        let before = parameters[member].value
        guard value != before else { return }
        if number != parameters[member].decisionNumber { beginDecisions(number, of: member, origin, nil) }
        if number != parameters[member].changeNumber { beginChange(number, of: member) }
        parameters[member].change(to: value, origin, nil)
        markUnreported(member)
        note(.movedByGroup, member, control: nil, origin: origin, at: act.now)
        if let pause { postponeEverywhere(member, until: pause) } else { showEverywhere(member, except: nil, in: act) }
        moveMembers(of: member, from: before, origin, number, in: act)
    }

    private func postponeEverywhere(_ parameter: ParameterIndex, until moment: MonotonicTime) {
        var node = lists.first(of: parameter)
        while node >= 0 {
            let control = ControlLists.control(of: node)
            node = lists.next(after: node)
            if controls[control].binding.parameter == parameter { postpone(control, until: moment) }
        }
    }

    /// The members that it has moved are held with it: they are saved with the values to which they return.
    func holdWithMembers(_ parameter: ParameterIndex) {
        parameters[parameter].hold()
        guard let group = tie(of: parameter) else { return }
        for place in 0..<ties[group].members.count {
            let tie = ties[group].members[place]
            let member = ties[tie].parameter
            let isMoved = parameters[member].changeNumber == parameters[parameter].changeNumber
            guard isMoved, parameters[member].before != parameters[member].value else { continue }
            ties[tie].held = parameters[member].revision
            holdWithMembers(member)
        }
    }

    func adoptTies(of old: Console, _ continuity: Continuity) {
        for tie in ties.rowIndices {
            guard let former = continuity.parameters[ties[tie].parameter.offset], let previous = old.tie(of: former) else { continue }
            var relation = old.ties[previous].relation
            let formerGroup = old.ties[previous].group.map { old.ties[$0].parameter }
            if formerGroup == nil || formerGroup != ties[tie].group.flatMap({ continuity.parameters[ties[$0].parameter.offset] }) {
                relation.value = nil
            }
            ties[tie].adopt(relation)
            ties[tie].adopt(actsOf: old.ties[previous])
            if old.ties[previous].isUnreported { tell(tie) }
        }
    }
}
