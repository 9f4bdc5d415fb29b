internal import FaderConsole
internal import FaderStore
internal import FaderValues

extension Mirror.Picture {
    /// The known values of all parameters that have one, by their ids.
    var values: [String: KeptValue] { values({ $0.value }, catalog.isKnown) }
    /// The same as they are saved: a parameter that a button holds is saved with the value that it returns to.
    var lastingValues: [String: KeptValue] { values({ $0.lasting }, catalog.isLastingKnown) }

    /// Whether there is a parameter with this id whose value is not known.
    func isUnheard(_ id: String) -> Bool { catalog.index(of: id).map { !catalog.isKnown(reports[$0]) } ?? false }

    private func values(_ value: (ParameterReport) -> Double, _ isKnown: (ParameterReport) -> Bool) -> [String: KeptValue] {
        let pairs = reports.filter { !catalog.isTrigger($0.parameter) && isKnown($0) }.map {
            (catalog.id(of: $0.parameter), catalog.kept(value($0), parameter: $0.parameter))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
