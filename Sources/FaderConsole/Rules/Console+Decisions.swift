internal import FaderValues

/// What is kept for `explain`.
extension Console {
    /// Gives later decisions about a parameter another number, and ends a glide that has a different number.
    ///
    /// Successive gestures of one control share their log entries, under the last number, if nothing else comes between. So a long wiggle
    /// with rests does not push out what came before it.
    @inline(never)
    func beginDecisions(_ number: ChangeNumber, of parameter: ParameterIndex, _ origin: ChangeOrigin, _ control: ControlIndex?) {
        if control != nil, parameters[parameter].control == control, parameters[parameter].origin == origin {
            log.renumber(parameter, from: parameters[parameter].decisionNumber, to: number)
        }
        parameters[parameter].beginDecisions(number)
        if glides[parameter]?.number != number { glides.end(parameter) }
    }

    func note(
        _ kind: Decision.Kind, _ parameter: ParameterIndex, control: ControlIndex?, origin: ChangeOrigin? = nil, raw: Int32? = nil,
        at now: MonotonicTime
    ) {
        let decision = Decision(
            time: now, value: parameters[parameter].value, count: 1, raw: raw, change: parameters[parameter].decisionNumber,
            control: control, kind: kind,
            origin: origin ?? parameters[parameter].origin)
        log.record(decision, of: parameter)
    }
}
