internal import FaderValues

/// Spans: one button is held and another in its row is pressed. All from one to the other take the state of the held one.
extension Console {
    /// The nearest in its row; nil if the press affects only this button.
    func spanStart(of control: ControlIndex) -> ControlIndex? {
        guard buttons[control].action == .toggleSpan else { return nil }
        let row = decks.table.row(of: control)
        // Only if the device reports releases is it known whether a pressed button is still down.
        guard surfaces[controls[control].surface].plain == nil || row.contains(where: { buttons[$0].tellsReleases }) else { return nil }
        guard let place = row.firstIndex(of: control) else { return nil }
        for distance in 1..<max(row.count, 1) {
            if place >= distance, isSpanHeld(row[place - distance]) { return row[place - distance] }
            if place + distance < row.count, isSpanHeld(row[place + distance]) { return row[place + distance] }
        }
        return nil
    }

    private func isSpanHeld(_ control: ControlIndex) -> Bool {
        buttons[control].isPressed && buttons[control].action == .toggleSpan && controls[control].binding.parameter != nil
    }

    /// The pressed button and all between take the state of the held one, in one gesture. They are not toggled one by one: whoever holds a
    /// lit mute and presses the last of a row wants all of them muted.
    func span(from held: ControlIndex, to control: ControlIndex, in act: Act) {
        let row = decks.table.row(of: control)
        guard let example = controls[held].binding.parameter, let start = row.firstIndex(of: held), let end = row.firstIndex(of: control)
        else { return }
        let position = Position(parameters[example].scale.position(of: parameters[example].value).fraction < 0.5 ? 0 : 1)
        let number = newNumber()
        controls[control].sensor.gesture = number
        for place in min(start, end)...max(start, end) where place != start && buttons[row[place]].action == .toggleSpan {
            guard let parameter = controls[row[place]].binding.parameter else { continue }
            let value = parameters[parameter].scale.value(at: position)
            glides.end(parameter)
            let changes = parameters[parameter].isNews(value)
            change(
                parameter, to: value, origin: .hand, number: changes ? number : parameters[parameter].decisionNumber, control: control,
                in: act)
        }
    }
}
