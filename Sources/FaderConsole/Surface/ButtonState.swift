internal import FaderValues

/// What the presses of a control do if it is a button, and whether it is down. Plain bytes; owned by the MIDI thread.
struct ButtonState {
    enum Lamp: Equatable {
        /// The parameter's position, as a motor would.
        case position
        /// Whether the parameter has this value.
        case value(Double)
        /// What its trigger does.
        case trigger(TriggerLamp)
        /// Whether what the button switches is in force.
        case deck
        case offset(latches: Bool)
        /// Nothing is shown: the device controls the lamp.
        case dark
    }

    var action: ControlAction
    var lamp = Lamp.dark
    var states: LampStates
    /// How far its press has come is in `count`.
    var presses: Presses
    var count = PressCount()
    /// The job that it drives now.
    private(set) var job = PressCount.Job.first
    /// The mapping with all its jobs, while it drives another than the first.
    private(set) var whole: Mapping?
    /// Its device sends no release, as far as is known, so it does its first job at the press, and no other.
    var hasNoRelease = false
    var isPressed = false
    /// When it was last pressed; `.zero` if it never was.
    var lastPressed = MonotonicTime.zero
    /// It was pressed, and has not been released since, whatever it has driven meanwhile. A plain device that switches its own lamps puts
    /// this one out at the release.
    var owesLamp = false
    /// It drives nothing, and the async world wants it lit.
    var isLit = false
    /// It is a modifier that latches, and it is on.
    var isLatched = false
    /// The device has reported a release, so a press while the button is down is a mere repeat. Otherwise each press counts.
    var tellsReleases = false
    /// The parameter's value before a `hold`; nil while none is active.
    var before: Double?
    /// The parameter's revision after the `hold` set it. Another one later means that something else has changed it.
    var heldRevision = Revision.zero

    init(_ mapping: Mapping) { (action, states, presses) = (mapping.action, mapping.lamp, mapping.presses) }

    var isCounted: Bool { !presses.isPlain && !hasNoRelease }

    mutating func serve(_ mapping: Mapping) {
        (action, states, presses) = (mapping.action, mapping.lamp, mapping.presses)
        (job, whole) = (.first, nil)
    }

    /// Makes it drive another of its jobs. Its whole mapping is still `mapping`.
    mutating func serve(_ job: PressCount.Job, of mapping: Mapping) {
        (self.job, whole, presses) = (job, mapping, mapping.presses)
    }

    mutating func relight(_ mapping: Mapping) {
        guard job == .first else { return whole = mapping }
        (action, states) = (mapping.action, mapping.lamp)
        presses = mapping.presses
    }

    static func lamp(_ action: ControlAction, _ scale: NumberScale, hasOptions: Bool) -> Lamp {
        switch action {
        case .set(let value), .hold(let value): .value(scale.clamp(value) ?? .nan)
        // No value equals this one.
        case .missing: .value(.nan)
        case .offset(_, let latches): .offset(latches: latches)
        case .toggle, .toggleSpan: .position
        case .press(let lamp): .trigger(lamp)
        case .light: .dark
        case .follow, .step, .cycle, .reset: hasOptions ? .position : .dark
        case .bank, .page, .turn, .modifier, .select: .deck
        }
    }
}
