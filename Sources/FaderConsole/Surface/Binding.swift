/// What a control drives just now. Plain bytes; owned by the MIDI thread.
struct Binding {
    /// Index of the parameter it drives; −1 where nothing is mapped. Of a range the end it drove last.
    var parameter: Int
    /// Where it drives the nearer end of a range, both ends; else −1.
    let lowEnd: Int
    let highEnd: Int
    /// Index of what its presses do; −1 where it is followed.
    let button: Int

    /// What the configuration maps.
    init(_ spec: ControlSpec, button: Int) {
        self.button = button
        parameter = spec.parameter ?? -1
        highEnd = parameter >= 0 && button < 0 ? spec.otherEnd ?? -1 : -1
        lowEnd = highEnd >= 0 ? parameter : -1
    }
}
