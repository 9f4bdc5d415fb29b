public import FaderModel

/// One step of an act that changes which parameters a console has, or what its controls drive, between two messages and in constant time.
///
/// The index of a parameter is that of its slot: it keeps it for as long as it is there, and then the slot can have another parameter.
public enum Patch: Sendable {
    /// A parameter is gone: its glide ends, its controls drive nothing, its decisions are forgotten.
    case close(parameter: ParameterIndex)
    /// A parameter is there, in a slot that is closed or was never used, and requests of this generation or a later one can name it.
    case open(parameter: ParameterIndex, Opening, since: Generation)
    /// No request can name a parameter until it is opened again.
    case suspend(parameter: ParameterIndex)
    /// An open parameter has another scale, default or rule; its value, revision, glide and controls stay, as far as that allows it.
    case reopen(parameter: ParameterIndex, Opening, since: Generation)
    /// A control drives something else, at once or when the hand that is on it has left.
    case bind(control: ControlIndex, Mapping)
    /// Controls drive what another table says, each at once or when the hand that is on it has left. Whoever asks keeps the
    /// table before until that is done.
    case decks(DeckTable)
    /// From here on requests and reports belong to this generation.
    case generation(Generation)
}

/// A parameter for a slot. Plain bytes.
public struct Opening: Sendable {
    let scale: NumberScale
    let defaultValue: Double
    let value: Double
    let isSet: Bool
    let jumps: Bool
    let hasOptions: Bool
    /// The rule of the range it is the second end of: the first one is open by then.
    let range: RangeRule?

    /// A parameter from its spec.
    ///
    /// - Parameters:
    ///   - corners: Those of its taper. The caller keeps them until the slot is closed, or opened again with others.
    ///   - value: What it begins with, within its range; not used where it is only opened again.
    ///   - isSet: Somebody has chosen that value, be it the default.
    public init(_ spec: ParameterSpec, _ corners: TaperCorners?, value: Double, isSet: Bool = false, range: RangeRule? = nil) {
        scale = NumberScale(spec, corners)
        defaultValue = spec.defaultValue
        self.value = value
        self.isSet = isSet
        self.range = range
        hasOptions = spec.kind.hasOptions
        jumps =
            switch spec.kind {
            case .number, .integer: false
            case .toggle, .choice, .text: true
            }
    }
}
