public import FaderValues

extension Console {
    public func partner(of parameter: ParameterIndex) -> ParameterIndex? {
        rule(of: parameter).map { parameter == $0.low ? $0.high : $0.low }
    }

    /// The rule of the range that a parameter is an end of; nil if it is not an end of one.
    func rule(of parameter: ParameterIndex) -> RangeRule? {
        let place = parameters[parameter].range
        return place < 0 ? nil : ranges[Int(place)]
    }

    /// The wanted value if the other end is far enough away or can be pushed, otherwise the nearest possible. An end that stops never moves
    /// back, and it stops on a step if the wanted value is on one.
    @inline(never)
    func makeRoom(
        for value: Double, of parameter: ParameterIndex, _ rule: RangeRule, origin: ChangeOrigin, number: ChangeNumber,
        control: ControlIndex?,
        in act: Act
    ) -> Double {
        let scale = parameters[parameter].scale
        let onStep = scale.isOnStep(value)
        if parameter == rule.low {
            if rule.allows(value, parameters[rule.high].value) { return value }
            if rule.isPushing, !isPushingNothing {
                push(rule.high, to: rule.highEnd(above: value, onStep: onStep, of: scale), origin, number, control, in: act)
                if rule.allows(value, parameters[rule.high].value) { return value }
            }
            return max(rule.lowEnd(below: parameters[rule.high].value, onStep: onStep, of: scale), parameters[parameter].value)
        }
        if rule.allows(parameters[rule.low].value, value) { return value }
        if rule.isPushing, !isPushingNothing {
            push(rule.low, to: rule.lowEnd(below: value, onStep: onStep, of: scale), origin, number, control, in: act)
            if rule.allows(parameters[rule.low].value, value) { return value }
        }
        return min(rule.highEnd(above: parameters[rule.low].value, onStep: onStep, of: scale), parameters[parameter].value)
    }

    /// A separate change, with the origin and control of this one.
    private func push(
        _ other: ParameterIndex, to value: Double, _ origin: ChangeOrigin, _ number: ChangeNumber, _ control: ControlIndex?,
        in act: Act
    ) {
        guard value != parameters[other].value else { return }
        change(other, to: value, origin: origin, number: number, control: control, in: act)
    }

    /// One change, in an order in which neither end blocks the other. Refused as a whole if either is not a number.
    func setBoth(
        _ low: ParameterIndex, _ wanted: (low: Double, high: Double), origin: ChangeOrigin, number: ChangeNumber, in act: Act
    ) -> Outcome {
        guard let rule = rule(of: low), let wantedLow = parameters[rule.low].scale.clamp(wanted.low),
            let wantedHigh = parameters[rule.high].scale.clamp(wanted.high)
        else { return change(low, to: .nan, origin: origin, number: number, in: act) }
        glides.end(rule.high)
        let ends = rule.settled(wantedLow, wantedHigh, on: parameters[rule.low].scale)
        let isLowFirst = rule.allows(ends.low, parameters[rule.high].value)
        if isLowFirst { change(rule.low, to: ends.low, origin: origin, number: number, in: act) }
        change(rule.high, to: ends.high, origin: origin, number: number, in: act)
        if !isLowFirst { change(rule.low, to: ends.low, origin: origin, number: number, in: act) }
        return Outcome(
            value: parameters[rule.low].value, revision: parameters[rule.low].revision,
            isClamped: ends.low != wanted.low || ends.high != wanted.high, isRefused: false)
    }

    /// Moves adopted ends to where the new configuration allows them; other than with `Configuration.settled`, these are changes, which are
    /// reported.
    func mendRanges(number: ChangeNumber) {
        for rule in ranges {
            let ends = rule.settled(parameters[rule.low].value, parameters[rule.high].value, on: parameters[rule.low].scale)
            if ends.low != parameters[rule.low].value { replace(rule.low, by: ends.low, number) }
            if ends.high != parameters[rule.high].value { replace(rule.high, by: ends.high, number) }
        }
    }
}
