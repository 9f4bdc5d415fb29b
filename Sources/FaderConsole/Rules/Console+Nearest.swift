public import FaderValues

extension Console {
    /// A control that drives the nearer end of a range chooses the end at the first movement of a gesture. If it reports the position that
    /// its end already has, it has not moved.
    @inline(never)
    func chooseEnd(of control: ControlIndex, at position: Position, at now: MonotonicTime) {
        let places = controls[control].sentPlaces
        guard let parameter = controls[control].binding.parameter, let ends = controls[control].binding.ends,
            raw(ofParameter: parameter, of: places) != position.raw(of: places)
        else { return }
        guard mayChooseEnd(control, at: now) else { return }
        drive(nearerEnd(of: ends, else: parameter, to: position), by: control)
    }

    /// Whether this movement is the first of a gesture. The end that it chooses is kept until the gesture is over.
    private func mayChooseEnd(_ control: ControlIndex, at now: MonotonicTime) -> Bool {
        let isNew = controls[control].sensor.endKeptUntil <= now
        controls[control].sensor.endKeptUntil = controls[control].sensor.isTouched ? .never : now + controls[control].sensor.holdOff
        return isNew
    }

    private func drive(_ end: ParameterIndex, by control: ControlIndex) {
        guard controls[control].binding.parameter != end else { return }
        controls[control].binding.parameter = end
        tellHand(on: control)
    }

    public func parameter(drivenBy control: ControlIndex) -> ParameterIndex? {
        controls.rowIndices.contains(control) ? controls[control].binding.parameter : nil
    }

    /// A control turned by single steps keeps the end it drove last. If that one cannot come nearer to the other, it takes the other, so
    /// that the turn has an effect.
    func chooseEnd(of control: ControlIndex, nudgedBy count: Int, at now: MonotonicTime) {
        guard let parameter = controls[control].binding.parameter, let ends = controls[control].binding.ends else { return }
        if (parameter == ends.low) == (count > 0), isStopped(parameter) {
            if mayChooseEnd(control, at: now) { drive(parameter == ends.low ? ends.high : ends.low, by: control) }
            return
        }
        let places = controls[control].sentPlaces
        let raw = min(max(Int(raw(ofParameter: parameter, of: places)) + count, 0), Int(places.last))
        chooseEnd(of: control, at: Position(place: UInt32(raw), of: places), at: now)
    }

    /// Whether an end of a range can come no nearer to the other one.
    private func isStopped(_ end: ParameterIndex) -> Bool {
        guard let rule = rule(of: end), !rule.isPushing else { return false }
        let (low, high, scale) = (parameters[rule.low].value, parameters[rule.high].value, parameters[end].scale)
        return end == rule.low
            ? rule.lowEnd(below: high, onStep: scale.step > 0, of: scale) <= low
            : rule.highEnd(above: low, onStep: scale.step > 0, of: scale) >= high
    }

    /// The nearer end. At equal distance, it is the low end from below, the high end from above, and between them the one driven last.
    private func nearerEnd(
        of ends: (low: ParameterIndex, high: ParameterIndex), else driven: ParameterIndex, to position: Position
    ) -> ParameterIndex {
        let (low, high) = ends
        let toLow = parameters[low].scale.position(of: parameters[low].value).fraction - position.fraction
        let toHigh = parameters[high].scale.position(of: parameters[high].value).fraction - position.fraction
        // Distances are equal if they differ by less than any message can express.
        if (toLow.magnitude - toHigh.magnitude).magnitude > 1e-9 { return toLow.magnitude < toHigh.magnitude ? low : high }
        if toLow > 0 { return low }
        return toHigh < 0 ? high : driven
    }

    /// Keeps the end that a control drove last under the old configuration, if it still drives the same range.
    func adoptEnd(of control: ControlIndex, _ old: Binding, _ continuity: Continuity) {
        guard let high = controls[control].binding.ends?.high, let oldHigh = old.ends?.high, old.parameter == oldHigh,
            continuity.parameters[high.offset] == oldHigh
        else { return }
        drive(high, by: control)
    }
}
