/// Which changes belong together: each has the number of a gesture or of a command.
extension ConsoleState {
    /// A number no change had in a long while. Never 0, and below those that callers give.
    mutating func newGroup() -> UInt32 {
        lastGroup = lastGroup + 1 < Command.firstCallersGroup ? lastGroup + 1 : 1
        return lastGroup
    }

    /// The number of the gesture a control is in, a new one where it is in none: from touch to release, or without a finger that is
    /// felt, from the first movement to the hold-off after the last.
    @inline(__always)
    mutating func gesture(of control: Int) -> UInt32 {
        let gesture = controls[control].gesture
        return gesture != 0 ? gesture : beginGesture(of: control)
    }

    // Out of line, so that every other move does not pay for it.
    @inline(never)
    private mutating func beginGesture(of control: Int) -> UInt32 {
        controls[control].gesture = newGroup()
        return controls[control].gesture
    }

    /// Decisions about a parameter are of another number from now on. Whatever it is, it ends a glide of another number.
    ///
    /// Gestures of one control that nothing else comes between are one entry each in the log, with the number of the last: a long
    /// wiggle with rests does not push out what came before it.
    @inline(never)
    mutating func beginGroup(_ group: UInt32, of parameter: Int, _ origin: Origin, _ control: Int) {
        if control >= 0, parameters[parameter].control == control, parameters[parameter].origin == origin {
            log.renumber(parameter, from: parameters[parameter].group, to: group)
        }
        parameters[parameter].group = group
        if glideGroup(of: parameter) != group { endGlide(of: parameter) }
    }

    /// The value is about to change under another number than before. What was not reported yet of the number before is kept for
    /// `nextReport`; only where there is no room for that, both are told as one change, with the newer number.
    @inline(never)
    mutating func beginChange(_ group: UInt32, of parameter: Int) {
        let isKept = !parameters[parameter].isUnreported || passed.push(report(of: parameter))
        parameters[parameter].changeGroup = group
        if isKept { parameters[parameter].before = parameters[parameter].value }
    }
}
