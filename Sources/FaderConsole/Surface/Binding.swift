/// What a control drives just now. Plain bytes; owned by the MIDI thread.
struct Binding {
    /// Index of the parameter it drives; −1 where nothing is mapped. Of a range the end it drove last.
    var parameter: Int
    /// Where it drives the nearer end of a range, both ends; else −1.
    private(set) var lowEnd: Int
    private(set) var highEnd: Int
    /// It is pressed, not followed.
    let isButton: Bool
    /// A hand was on it when it was given another mapping, which it takes once the hand has left: until then it drives what it drove.
    var isRebound = false

    init(_ mapping: Mapping) {
        isButton = mapping.action != .follow
        parameter = mapping.parameter
        highEnd = mapping.otherEnd
        lowEnd = mapping.otherEnd >= 0 ? mapping.parameter : -1
    }

    /// The mapping it has.
    func mapping(_ action: ControlAction) -> Mapping {
        Mapping(parameter: lowEnd >= 0 ? lowEnd : parameter, otherEnd: highEnd, action: action)
    }

    /// It drives nothing any longer; a mapping that waits goes on waiting.
    mutating func clear() {
        (parameter, lowEnd, highEnd) = (-1, -1, -1)
    }
}
