internal import FaderValues

/// Controls that stay where they were left while their parameter moves elsewhere.
extension Console {
    @inline(never)
    func takenOver(_ control: ControlIndex, to sent: UInt32, in act: Act) {
        let raw = controls[control].sensor.upright(sent)
        let place = Position(place: raw, of: controls[control].sentPlaces)
        guard controls[control].binding.parameter != nil else {
            takeovers[control].moveFree(to: place.fraction)
            return movedFree(control, to: controls[control].indicator.isRing ? sent : nil, in: act)
        }
        if controls[control].binding.ends != nil { chooseEnd(of: control, at: place, at: act.now) }
        guard let parameter = controls[control].binding.parameter else { return }
        if takeovers[control].keeps(parameter, parameters[parameter].value, to: place.fraction) {
            follow(control, parameter, place, raw, in: act)
        } else {
            takeHold(of: parameter, control, at: place, raw, in: act)
        }
        guard controls[control].indicator.address != nil else { return }
        // A knob that is turned lights its ring itself, where the knob is and not its parameter.
        if controls[control].indicator.isRing, controls[control].indicator.echo != .never { controls[control].indicator.mustSend = true }
        show(control, in: act)
    }

    @inline(never)
    private func takeHold(
        of parameter: ParameterIndex, _ control: ControlIndex, at place: Position, _ raw: UInt32, in act: Act
    ) {
        let before = parameters[parameter].value
        let position = parameters[parameter].scale.position(of: before).fraction
        let isCircle = parameters[parameter].scale.isCircle
        if let target = takeovers[control].move(
            to: place.fraction, parameter, before, at: position, isUnset: isUnset(parameter), isCircle: isCircle)
        {
            follow(control, parameter, Position(target), raw, in: act)
        } else {
            note(position > place.fraction ? .valueAbove : .valueBelow, parameter, control: control, origin: .hand, at: act.now)
        }
        // Even if no hand holds the parameter: the report makes the owner ask how the control stands.
        tellHand(on: control)
    }

    /// Moves a parameter to where its control has brought it, which is not always the control's own position.
    private func follow(
        _ control: ControlIndex, _ parameter: ParameterIndex, _ target: Position, _ raw: UInt32, in act: Act
    ) {
        let places = controls[control].sentPlaces
        let before = parameters[parameter].value
        // A control that reports where its parameter already is has not moved it: a typed value keeps its finer digits.
        let isMovement = self.raw(ofParameter: parameter, of: places) != target.raw(of: places)
        // It is sent nothing that it could send back, but its moves may go around through another surface.
        if isMovement { _ = controls[control].notesMovement(raw, at: act.now) }
        let value = isMovement ? value(of: parameter, at: target) : before
        let number = parameters[parameter].isNews(value) ? gesture(of: control) : parameters[parameter].decisionNumber
        let origin = controls[control].sensor.isTouched ? ChangeOrigin.touch : .hand
        change(parameter, to: value, origin: origin, number: number, control: control, in: act)
        takeovers[control].took(parameter, parameters[parameter].value)
        // A hand ends a glide, even if it is exactly where the glide is.
        if isMovement { movedByHand(control) } else { glides.end(parameter) }
    }
}
