internal import FaderValues

/// What a control drives at the moment. Plain bytes; owned by the MIDI thread.
struct Binding {
    /// The parameter that it drives. Of a range, it is the end that it drove last.
    var parameter: ParameterIndex?
    /// Both ends of the range whose nearer end it drives; nil if it drives a single parameter.
    private(set) var ends: (low: ParameterIndex, high: ParameterIndex)?
    /// It is pressed, not followed.
    let isButton: Bool
    let size: StepLength
    /// What it drives has a middle. On a control with 7 bits, that is 64.
    var hasMiddle = false
    /// A hand was on it when it was given another mapping. It takes that once the hand has left, and drives the old one until then.
    var isRebound = false

    init(_ mapping: Mapping) {
        size = mapping.size
        isButton = mapping.action != .follow
        parameter = mapping.parameter
        if let low = mapping.parameter, let high = mapping.otherEnd { ends = (low, high) }
    }

    var isOnHighEnd: Bool { ends != nil && parameter == ends?.high }

    /// The present mapping, with what its button does and shows.
    func mapping(_ button: ButtonState) -> Mapping {
        if let whole = button.whole { return whole }
        var mapping = Mapping(parameter: ends?.low ?? parameter, otherEnd: ends?.high, action: button.action)
        (mapping.lamp, mapping.presses, mapping.size) = (button.states, button.presses, size)
        return mapping
    }
}
