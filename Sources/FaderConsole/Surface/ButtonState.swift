internal import FaderModel

/// What the presses of one control do, and where its button is. Plain bytes; owned by the MIDI thread.
struct ButtonState {
    /// What its lamp shows.
    enum Lamp: Equatable {
        /// Where the parameter is, as a motor would.
        case position
        /// Whether the parameter has this value.
        case value(Double)
        /// Nothing: the lamp is the device's own.
        case dark
    }

    /// What a press does.
    let action: ControlAction
    /// What its lamp shows.
    let lamp: Lamp
    /// It is down.
    var isPressed = false
    /// The device has reported a release, so a press while the button is down is a mere repeat. A device that never reports releases
    /// sends only presses, and each counts.
    var tellsReleases = false
    /// The parameter's value before a `hold`; nil while none is active.
    var before: Double?
    /// The parameter's revision since the `hold`: another means that something else changed it.
    var heldRevision: UInt64 = 0

    /// The button of a control; nil if its action is `follow`.
    init?(_ spec: ControlSpec, _ parameters: [ParameterSpec], _ scales: [NumberScale]) {
        guard spec.action != .follow else { return nil }
        action = spec.action
        guard let parameter = spec.parameter else {
            lamp = .dark
            return
        }
        lamp =
            switch spec.action {
            case .set(let value), .hold(let value): .value(scales[parameter].clamp(value) ?? .nan)
            case .toggle: .position
            case .follow, .step, .cycle, .reset: parameters[parameter].kind.hasOptions ? .position : .dark
            }
    }
}
