internal import FaderValues

/// Which changes belong together: each has the number of a gesture or of a command.
extension Console {
    /// A number for a change: never 0, below the numbers that callers assign, and not used for a long time.
    func newNumber() -> ChangeNumber {
        lastNumber = lastNumber.next
        return lastNumber
    }

    /// A gesture lasts from touch to release or, without a felt finger, from the first movement to the end of the hold-off after the last
    /// one.
    @inline(__always)
    func gesture(of control: ControlIndex) -> ChangeNumber {
        let gesture = controls[control].sensor.gesture
        return gesture != .none ? gesture : beginGesture(of: control)
    }

    @inline(never)
    private func beginGesture(of control: ControlIndex) -> ChangeNumber {
        controls[control].sensor.gesture = newNumber()
        return controls[control].sensor.gesture
    }

    /// An unreported change under the earlier number is kept for `nextReport`. If there is no room for it, both are reported as one, under
    /// the newer number.
    @inline(never)
    func beginChange(_ number: ChangeNumber, of parameter: ParameterIndex) {
        let isKept = !parameters[parameter].isUnreported || passed.push(report(of: parameter))
        parameters[parameter].beginChange(number, isKept: isKept)
    }
}
