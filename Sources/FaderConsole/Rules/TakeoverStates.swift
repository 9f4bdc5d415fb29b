public import FaderValues

extension Console {
    func isWaiting(_ control: ControlIndex) -> Bool {
        guard let parameter = controls[control].binding.parameter, !controls[control].binding.isButton else { return false }
        let (takeover, value) = (takeovers[control], parameters[parameter].value)
        return !takeover.holds(parameter, value) && !takeover.holdsUnset(isUnset(parameter))
            && !takeover.isNear(parameters[parameter].scale.position(of: value).fraction, isCircle: parameters[parameter].scale.isCircle)
    }

    /// Whether nobody has ever set a parameter, not even before the start: it has its default.
    func isUnset(_ parameter: ParameterIndex) -> Bool { !parameters[parameter].isSet }

    /// The states of as many controls, from `first` on, as there is room for.
    public func takeoverStates(from first: ControlIndex) -> TakeoverStates {
        var states = TakeoverStates()
        for place in 0..<TakeoverStates.room {
            let control = first.advanced(by: place)
            guard controls.rowIndices.contains(control) else { break }
            guard controls[control].sensor.takesOver, let parameter = controls[control].binding.parameter, isWaiting(control) else {
                continue
            }
            states.waiting |= 1 << UInt32(place)
            let at = takeovers[control].place
            if at < 0 { states.unknown |= 1 << UInt32(place) } else { states.places[place] = UInt8((at * 255).rounded()) }
            if parameters[parameter].scale.position(of: parameters[parameter].value).fraction > at { states.above |= 1 << UInt32(place) }
        }
        return states
    }
}

/// Where 32 controls in a row stand relative to their parameters, one bit each.
public struct TakeoverStates: Sendable, BitwiseCopyable, Equatable {
    public static let room = 32

    /// The control does not have hold of its parameter.
    public internal(set) var waiting: UInt32 = 0
    /// The control's position is unknown.
    public internal(set) var unknown: UInt32 = 0
    /// The parameter is above the control's position.
    public internal(set) var above: UInt32 = 0
    /// Where a waiting control stands on the travel of its parameter, in 255ths.
    public internal(set) var places = SIMD32<UInt8>()

    public init() {}
}
