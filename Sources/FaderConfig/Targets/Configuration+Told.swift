internal import FaderConsole
internal import FaderModel

extension Configuration {
    /// The same, where parameters whose leading targets tell their values are `isTold`, and so are all parts of such a color.
    func told(by targets: [TargetBinding]) -> Configuration {
        var whole = self
        let parts = Dictionary(groups.map { ($0.id, $0.parts) }, uniquingKeysWith: { first, _ in first })
        let places = Dictionary(zip(parameters.map(\.id), parameters.rowIndices), uniquingKeysWith: { first, _ in first })
        for binding in targets where binding.leads && binding.target.tells {
            for index in parts[binding.parameter] ?? places[binding.parameter].map({ [$0] }) ?? [] {
                whole.parameters[index].isTold = true
            }
        }
        return whole
    }
}
