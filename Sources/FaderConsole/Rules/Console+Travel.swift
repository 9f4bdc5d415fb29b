internal import FaderValues

/// Between the value of a parameter and the positions of controls.
extension Console {
    /// A parameter's position as a raw value.
    @inline(__always)
    func raw(ofParameter parameter: ParameterIndex, maximum: UInt32) -> UInt32 {
        parameters[parameter].travel.raw(of: maximum)
    }

    /// The same as a place of a control.
    func raw(ofParameter parameter: ParameterIndex, of places: MessagePositions) -> UInt32 { parameters[parameter].travel.raw(of: places) }

    /// The value that fader motion to a position leads to.
    @inline(__always)
    func value(of parameter: ParameterIndex, at position: Position) -> Double {
        parameters[parameter].scale.straightValue(at: position) ?? snapped(parameter, at: position)
    }

    @inline(never)
    private func snapped(_ parameter: ParameterIndex, at position: Position) -> Double {
        parameters[parameter].scale.snapped(at: position)
    }
}
