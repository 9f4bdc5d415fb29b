public import FaderModel

/// One step of an act that changes which parameters a console has, or what its controls drive, between two messages and in constant time.
///
/// A parameter's index is that of its slot. It keeps the slot as long as it exists; then another parameter can have it.
public enum Patch: Sendable {
    /// Removes a parameter: its glide ends, its controls drive nothing, its decisions are forgotten.
    case close(parameter: ParameterIndex)
    /// Adds a parameter in a slot that is closed or was never used. Requests of this generation or a later one can name it.
    case open(parameter: ParameterIndex, Opening, since: Generation)
    /// Hides a parameter from requests until it is opened again.
    case suspend(parameter: ParameterIndex)
    /// Gives an open parameter another scale, default or rule. Its value, revision, glide and controls stay, as far as that allows it.
    case reopen(parameter: ParameterIndex, Opening, since: Generation)
    /// Gives a control another mapping, at once or when the hand that is on it has left.
    case bind(control: ControlIndex, Mapping)
    /// Gives controls what another table says, each at once or when the hand that is on it has left. Until then the caller keeps the old
    /// table.
    case decks(DeckTable)
    /// Requests and reports belong to this generation from here on.
    case generation(Generation)
}

/// A parameter for a slot. Plain bytes.
public struct Opening: Sendable {
    let scale: NumberScale
    let defaultValue: Double
    let value: Double
    let isSet: Bool
    let isTold: Bool
    let jumps: Bool
    let hasOptions: Bool
    let isReadOnly: Bool
    let isFact: Bool
    /// The rule of the range that it is the second end of; the first end is already open.
    let range: RangeRule?
    /// What the numbers of its options become, if it is a choice that is reopened with others.
    let renumbering: Renumbering.Table?

    /// A parameter from its spec.
    ///
    /// - Parameters:
    ///   - corners: Those of its taper. The caller keeps them until the slot is closed, or opened again with others.
    ///   - value: Its initial value, within its range; not used when it is only reopened.
    ///   - renumbering: The caller keeps it until the act is done.
    ///   - isSet: Somebody has chosen that value, or its target has told it, even if it is the default.
    public init(
        _ spec: ParameterSpec, _ corners: TaperCorners?, value: Double, isSet: Bool = false, range: RangeRule? = nil,
        renumbering: Renumbering.Table? = nil
    ) {
        scale = NumberScale(spec, corners)
        defaultValue = spec.defaultValue
        self.value = value
        self.isSet = isSet
        isTold = spec.isTold
        self.range = range
        self.renumbering = renumbering
        hasOptions = spec.kind.hasOptions
        (isReadOnly, isFact) = (spec.isReadOnly, spec.isFactOfLeader)
        jumps =
            switch spec.kind {
            case .number, .integer: false
            case .toggle, .choice, .text, .trigger: true
            }
    }
}
