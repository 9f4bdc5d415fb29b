internal import FaderValues

extension Console {
    /// Whether a parameter is where a button has moved it.
    func isOffset(_ parameter: ParameterIndex, by control: ControlIndex, latches: Bool) -> Bool {
        if latches { return parameters[parameter].isHeldByProgram }
        return buttons[control].before != nil && buttons[control].heldRevision == parameters[parameter].revision
    }
}
