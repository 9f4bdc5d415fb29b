internal import FaderConsole
internal import FaderValues

extension Configuration {
    /// Sets `isTold` for parameters whose leading targets tell their values, for all parts of such a color, and for parameters without a
    /// target that are mapped to a control of a program.
    func told(by targets: [TargetBinding]) -> Configuration {
        var whole = self
        let parts = Dictionary(compounds.map { ($0.id, $0.parts) }, uniquingKeysWith: { first, _ in first })
        let places = Dictionary(zip(parameters.map(\.id), parameters.rowIndices), uniquingKeysWith: { first, _ in first })
        for binding in targets where binding.leads && binding.target.tells {
            for index in parts[binding.parameter] ?? places[binding.parameter].map({ [$0] }) ?? [] {
                whole.parameters[index].isTold = true
            }
        }
        let bound = Set(targets.map(\.parameter))
        for parameter in surfaces.flatMap(\.controls).compactMap(\.parameterOfProgram) where !bound.contains(parameters[parameter].id) {
            whole.parameters[parameter].isTold = true
        }
        return whole
    }
}

extension ControlSpec {
    /// The parameter of a control that belongs to a program, which has a value of its own: it is sent values, but no echo. At the start it
    /// is sent only values that somebody has chosen, no defaults.
    fileprivate var parameterOfProgram: ParameterIndex? { motor != nil && echo == .never ? parameter : nil }
}
