internal import FaderConsole
internal import FaderModel

extension Configuration {
    /// The same, where parameters whose leading targets tell their values are `isTold`, and so are all parts of such a color, and parameters
    /// without a target that a program has on a control of its surface.
    func told(by targets: [TargetBinding]) -> Configuration {
        var whole = self
        let parts = Dictionary(groups.map { ($0.id, $0.parts) }, uniquingKeysWith: { first, _ in first })
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
    /// The parameter that it drives, if what is behind it has a value of its own, as a program has: it is sent values, but never its own. What
    /// such a program is sent at the start is what somebody has chosen, not a default.
    fileprivate var parameterOfProgram: ParameterIndex? { motor != nil && echo == .never ? parameter : nil }
}
