internal import FaderConsole
internal import FaderValues

extension Catalog {
    /// The number of the text by which targets know the option of a choice; nil for other kinds.
    func textNumber(of number: Double, parameter: ParameterIndex) -> Double? {
        let spec = configuration.parameters[parameter]
        guard case .choice = spec.kind, case .word(let name) = spec.value(of: number) else { return nil }
        return words.number(of: name)
    }
}
