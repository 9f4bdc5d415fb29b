internal import FaderValues

extension Console {
    @inline(__always)
    func raw(ofParameter parameter: ParameterIndex, maximum: UInt32) -> UInt32 {
        parameters[parameter].travel.raw(of: maximum)
    }

    func raw(ofParameter parameter: ParameterIndex, of places: MessagePositions) -> UInt32 { parameters[parameter].travel.raw(of: places) }

    /// The value that a fader at this position means. It is on one of the parameter's steps.
    @inline(__always)
    func value(of parameter: ParameterIndex, at position: Position) -> Double {
        parameters[parameter].scale.straightValue(at: position) ?? snapped(parameter, at: position)
    }

    @inline(never)
    private func snapped(_ parameter: ParameterIndex, at position: Position) -> Double {
        parameters[parameter].scale.snapped(at: position)
    }
}
