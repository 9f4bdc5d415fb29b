internal import FaderModel

/// Parameters that move by themselves: in a straight line along the travel to a value, ending exactly there.
extension ConsoleState {
    /// All glides share one tick: at most 50 positions a second for each motor, 25 where each is four messages. So no motor is sent more
    /// than 100 messages a second.
    static var glideTick: MonotonicTime.Interval { .milliseconds(20) }

    /// The most glides moved on before input is read again, so that a thousand of them do not keep a hand waiting.
    static var glidesAtOnce: Int { 256 }

    /// Begins a glide, replacing the parameter's current one. What has no values in between (toggles, choices), or is given no time,
    /// jumps. A hand on the parameter wins: then nothing glides.
    ///
    /// - Returns: the value at the start; after a jump, the value at the end.
    mutating func glide(
        _ parameter: ParameterIndex, to wanted: Double, over length: MonotonicTime.Interval, origin: Origin, number: ChangeNumber,
        at now: MonotonicTime,
        port: any MIDIPort
    ) -> Outcome {
        let value = parameters[parameter].value
        if length.nanoseconds > 0, let target = scales[parameter].clamp(wanted) {
            let asItIs = Outcome(value: value, revision: parameters[parameter].revision, isClamped: target != wanted, isRefused: false)
            if dropsOut(parameter, origin, number, at: now) { return asItIs }
            if target != value, !parameters[parameter].jumps {
                let (from, to) = (scales[parameter].position(of: value), scales[parameter].position(of: target))
                begin(
                    Glide(
                        parameter: parameter, from: from.fraction, to: to.fraction, target: target, start: now, length: length,
                        number: number, origin: origin, isHeavy: isHeavy(parameter)),
                    at: now)
                return asItIs
            }
        }
        return change(parameter, to: wanted, origin: origin, number: number, at: now, port: port)
    }

    /// The number of a parameter's glide; nil if it has none.
    func glideNumber(of parameter: ParameterIndex) -> ChangeNumber? {
        let place = parameters[parameter].glide
        guard place >= 0, glides.all[Int(place)].isActive else { return nil }
        return glides.all[Int(place)].number
    }

    /// Ends a parameter's glide: it stays where it is.
    mutating func endGlide(of parameter: ParameterIndex) {
        let place = parameters[parameter].glide
        if place >= 0 { glides.all[Int(place)].isActive = false }
    }

    /// A hand is on a control: ends the glides of all parameters it may drive.
    mutating func endGlides(under control: ControlIndex) {
        if let parameter = controls[control].binding.parameter { endGlide(of: parameter) }
        if let (low, high) = controls[control].binding.ends {
            endGlide(of: low)
            endGlide(of: high)
        }
    }

    /// Moves all glides on, if a tick is due. Each motor is sent its position once, at the end.
    mutating func glideOn(at now: MonotonicTime, port: any MIDIPort) {
        guard glides.nextTick <= now else { return }
        beginBatch()
        var left = Self.glidesAtOnce
        while left > 0, let place = nextPlace() {
            let glide = glides.all[place]
            guard glide.isActive, makesRoom(glide) != glides.isSecondRound, glides.isForHeavy || !glide.isHeavy else { continue }
            moveOn(place, at: now, port: port)
            left -= 1
        }
        endBatch(at: now, port: port)
        guard glides.cursor >= glides.all.count, glides.isSecondRound else {
            glides.nextTick = now
            return
        }
        endTick(at: now)
    }

    /// Takes over the glides of the previous configuration, each over the time it has left.
    mutating func adoptGlides(of old: borrowing ConsoleState, _ previous: [ParameterIndex?], at now: MonotonicTime, port: any MIDIPort) {
        for (parameter, previous) in zip(parameters.rowIndices, previous) {
            guard let previous, old.glideNumber(of: previous) != nil else { continue }
            continueGlide(old.glides.all[Int(old.parameters[previous].glide)], of: parameter, at: now, port: port)
        }
    }

    /// Begins a glide of the same parameter again from where that is now, over the time it has left.
    mutating func continueGlide(_ glide: Glide, of parameter: ParameterIndex, at now: MonotonicTime, port: any MIDIPort) {
        _ = self.glide(
            parameter, to: glide.target, over: glide.rest(at: now), origin: glide.origin, number: glide.number, at: now, port: port)
    }

    private mutating func begin(_ glide: Glide, at now: MonotonicTime) {
        let place = parameters[glide.parameter].glide
        if place >= 0 {
            glides.all[Int(place)] = glide
        } else {
            parameters[glide.parameter].glide = Int32(truncatingIfNeeded: glides.all.count)
            glides.all.append(glide)
        }
        if glides.nextTick == .never { glides.nextTick = now + Self.glideTick }
        nextTimed = min(nextTimed, glides.nextTick)
    }

    /// The next place the tick visits; it visits every place twice.
    private mutating func nextPlace() -> Int? {
        if glides.cursor == glides.all.count, !glides.isSecondRound {
            glides.cursor = 0
            glides.isSecondRound = true
        }
        guard glides.cursor < glides.all.count else { return nil }
        glides.cursor += 1
        return glides.cursor - 1
    }

    private mutating func moveOn(_ place: Int, at now: MonotonicTime, port: any MIDIPort) {
        let glide = glides.all[place]
        let (parameter, value) = (glide.parameter, parameters[glide.parameter].value)
        guard let fraction = glide.fraction(at: now) else {
            let end = changeOnTheWay(glide, to: glide.target, at: now, port: port)
            // If the other end of the range is still in the way, this one gets there once the other has moved on.
            let mustWait = end != glide.target && partner(of: parameter).map { glideNumber(of: $0) != nil } ?? false
            glides.all[place].isActive = mustWait
            return
        }
        // Snapping must lead neither past the target nor backwards from a value between steps.
        let onStep = scales[parameter].snapped(at: Position(fraction))
        let next = min(max(onStep, min(value, glide.target)), max(value, glide.target))
        _ = changeOnTheWay(glide, to: next, at: now, port: port)
    }

    private mutating func changeOnTheWay(_ glide: Glide, to value: Double, at now: MonotonicTime, port: any MIDIPort) -> Double {
        guard value != parameters[glide.parameter].value else { return value }
        return change(glide.parameter, to: value, origin: glide.origin, number: glide.number, at: now, port: port).value
    }

    /// Whether it moves away from the other end of its range. Such glides go first, so that neither end blocks the other.
    private func makesRoom(_ glide: Glide) -> Bool {
        let range = parameters[glide.parameter].range
        guard range >= 0 else { return true }
        return (glide.target > parameters[glide.parameter].value) == (ranges[Int(range)].high == glide.parameter)
    }

    /// Whether a position takes four messages on a motor of the parameter, or of the other end of its range, which it may push.
    private func isHeavy(_ parameter: ParameterIndex) -> Bool {
        if hasHeavyMotor(parameter) { return true }
        guard let other = partner(of: parameter) else { return false }
        return hasHeavyMotor(other)
    }

    private func hasHeavyMotor(_ parameter: ParameterIndex) -> Bool {
        var node = lists.first(of: parameter)
        while node >= 0 {
            if let motor = controls[ControlLists.control(of: node)].indicator.address, motor.kind.messageCount > 2 { return true }
            node = lists.next(after: node)
        }
        return false
    }

    /// A parameter has got another control: its glide, and that of the other end of its range, may be heavy now.
    mutating func weighGlide(of parameter: ParameterIndex) {
        if glideNumber(of: parameter) != nil { glides.all[Int(parameters[parameter].glide)].isHeavy = isHeavy(parameter) }
        guard let other = partner(of: parameter), glideNumber(of: other) != nil else { return }
        glides.all[Int(parameters[other].glide)].isHeavy = isHeavy(other)
    }

    private mutating func endTick(at now: MonotonicTime) {
        for place in glides.all.indices { parameters[glides.all[place].parameter].glide = -1 }
        glides.all.removeAll { !$0.isActive }
        for place in glides.all.indices { parameters[glides.all[place].parameter].glide = Int32(truncatingIfNeeded: place) }
        (glides.cursor, glides.isSecondRound) = (0, false)
        glides.isForHeavy = !glides.all.isEmpty && !glides.isForHeavy
        glides.nextTick = glides.all.isEmpty ? .never : now + Self.glideTick
    }

    /// Whether a hand or a gesture holds the parameter, so that it does not glide; noted for `explain`.
    private mutating func dropsOut(_ parameter: ParameterIndex, _ origin: Origin, _ number: ChangeNumber, at now: MonotonicTime) -> Bool {
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
