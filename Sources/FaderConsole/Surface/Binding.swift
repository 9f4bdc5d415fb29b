internal import FaderModel

/// What a control drives just now. Plain bytes; owned by the MIDI thread.
struct Binding {
    /// The parameter it drives; nil where nothing is mapped. Of a range the end it drove last.
    var parameter: ParameterIndex?
    /// Both ends of the range that it drives the nearer end of; nil where it drives one parameter.
    private(set) var ends: (low: ParameterIndex, high: ParameterIndex)?
    /// It is pressed, not followed.
    let isButton: Bool
    /// A hand was on it when it was given another mapping, which it takes once the hand has left: until then it drives what it drove.
    var isRebound = false

    init(_ mapping: Mapping) {
        isButton = mapping.action != .follow
        parameter = mapping.parameter
        if let low = mapping.parameter, let high = mapping.otherEnd { ends = (low, high) }
    }

    /// The mapping it has.
    func mapping(_ action: ControlAction) -> Mapping {
        Mapping(parameter: ends?.low ?? parameter, otherEnd: ends?.high, action: action)
    }

    /// It drives nothing any longer; a mapping that waits goes on waiting.
    mutating func clear() {
        (parameter, ends) = (nil, nil)
    }
}
