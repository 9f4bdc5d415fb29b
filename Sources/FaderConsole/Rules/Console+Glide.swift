public import FaderValues

/// Whether a parameter is gliding.
public struct GlideReport: Sendable, BitwiseCopyable, Equatable {
    public var parameter: ParameterIndex
    /// False: it has arrived, or something has ended it.
    public var isOn: Bool
}

/// Parameters that move on their own: in a straight line along the travel to a value, ending exactly there.
extension Console {
    /// How many glides move at once. More would keep a hand waiting: input is read again before the rest moves.
    static var glidesAtOnce: Int { 256 }

    /// Replaces the parameter's current glide. A parameter without values in between jumps, and so does one that is given no time. If a
    /// hand is on it, nothing glides. Returns the value at the start; after a jump, at the end.
    func glide(
        _ parameter: ParameterIndex, to wanted: Double, over length: MonotonicTime.Interval, origin: ChangeOrigin, number: ChangeNumber,
        in act: Act
    ) -> Outcome {
        let value = parameters[parameter].value
        if length.nanoseconds > 0, !parameters[parameter].isLocked, let target = parameters[parameter].scale.clamp(wanted) {
            var asItIs = Outcome(value: value, revision: parameters[parameter].revision, isClamped: target != wanted, isRefused: false)
            if dropsOut(parameter, origin, number, at: act.now) {
                asItIs.isInHand = true
                return asItIs
            }
            if target != value, !parameters[parameter].jumps {
                let (from, to) = (parameters[parameter].scale.position(of: value), parameters[parameter].scale.position(of: target))
                let glide = Glide(
                    parameter: parameter, from: from.fraction, to: to.fraction, goal: target, start: act.now, length: length,
                    number: number, origin: origin, isHeavy: isHeavy(parameter))
                glides.begin(glide, at: act.now)
                nextTimed = min(nextTimed, glides.nextTick)
                return asItIs
            }
        }
        return change(parameter, to: wanted, origin: origin, number: number, in: act)
    }

    public func nextGlide() -> GlideReport? {
        glides.nextNews().map { GlideReport(parameter: $0, isOn: glides[$0] != nil) }
    }

    func endGlides(under control: ControlIndex) {
        if let parameter = controls[control].binding.parameter { glides.end(parameter) }
        if let (low, high) = controls[control].binding.ends {
            glides.end(low)
            glides.end(high)
        }
    }

    /// Moves all glides on if a tick is due. Each motor is sent its position once, at the end.
    func glideOn(in act: Act) {
        guard glides.nextTick <= act.now else { return }
        beginBatch()
        var left = Self.glidesAtOnce
        while left > 0, let glide = glides.next(makesRoom: { makesRoom($0) }) {
            moveOn(glide, in: act)
            left -= 1
        }
        endBatch(in: act)
        glides.endTick(at: act.now)
    }

    func adoptGlides(of old: Console, _ previous: [ParameterIndex?], in act: Act) {
        for (parameter, previous) in zip(parameters.rowIndices, previous) {
            guard let previous, let glide = old.glides[previous] else { continue }
            continueGlide(glide, of: parameter, in: act)
        }
    }

    /// Lets a glide go on from the present value, over the time it has left.
    func continueGlide(_ glide: Glide, of parameter: ParameterIndex, in act: Act) {
        _ = self.glide(
            parameter, to: glide.goal, over: glide.timeLeft(at: act.now), origin: glide.origin, number: glide.number, in: act)
    }

    private func moveOn(_ glide: Glide, in act: Act) {
        let (parameter, value) = (glide.parameter, parameters[glide.parameter].value)
        guard let fraction = glide.fraction(at: act.now) else {
            let end = changeOnTheWay(glide, to: glide.goal, in: act)
            // If the other end of the range is still in the way but is moving away, this one gets there once the other has moved on.
            let other = partner(of: parameter).flatMap { glides[$0] }
            let mustWait = end != glide.goal && other.map { makesRoom($0) } ?? false
            if !mustWait { glides.end(parameter) }
            return
        }
        // Snapping must neither pass the goal nor go backward from a value between steps.
        let onStep = parameters[parameter].scale.snapped(at: Position(fraction))
        let next = min(max(onStep, min(value, glide.goal)), max(value, glide.goal))
        _ = changeOnTheWay(glide, to: next, in: act)
    }

    private func changeOnTheWay(_ glide: Glide, to value: Double, in act: Act) -> Double {
        guard value != parameters[glide.parameter].value else { return value }
        // A finger may be on the other end, or somebody may have moved it since. If it glides as well, it makes room by itself.
        isPushingNothing = true
        defer { isPushingNothing = false }
        return change(glide.parameter, to: value, origin: glide.origin, number: glide.number, in: act).value
    }

    /// Whether it moves away from the other end of its range. Such glides go first, so that neither end blocks the other.
    private func makesRoom(_ glide: Glide) -> Bool {
        guard let rule = rule(of: glide.parameter) else { return true }
        return (glide.goal > parameters[glide.parameter].value) == (rule.high == glide.parameter)
    }

    /// Whether a hand or a gesture holds the parameter, so that neither a glide nor its group moves it. Noted for `explain`.
    func dropsOut(_ parameter: ParameterIndex, _ origin: ChangeOrigin, _ number: ChangeNumber, at now: MonotonicTime) -> Bool {
        if parameters[parameter].grippedUntil > now {
            if number != parameters[parameter].decisionNumber { beginDecisions(number, of: parameter, origin, nil) }
            note(.heldGesture, parameter, control: nil, origin: origin, at: now)
            return true
        }
        guard let hand = hand(on: parameter, at: now) else { return false }
        if number != parameters[parameter].decisionNumber { beginDecisions(number, of: parameter, origin, nil) }
        note(hand.decision, parameter, control: hand.control, origin: origin, at: now)
        return true
    }
}
