internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderStore
internal import FaderValues

extension Mirror.Picture {
    /// The known values of all parameters that have one, by their ids.
    var values: [String: KeptValue] { values({ $0.value }, catalog.isKnown) }
    /// A parameter that a button holds is saved with the value that it returns to.
    var lastingValues: [String: KeptValue] { values({ $0.lasting }, catalog.isLastingKnown) }

    func isUnheard(_ id: String) -> Bool { catalog.index(of: id).map { !catalog.isKnown(reports[$0]) } ?? false }

    private func values(_ value: (ParameterReport) -> Double, _ isKnown: (ParameterReport) -> Bool) -> [String: KeptValue] {
        let pairs = reports.filter { !catalog.isTrigger($0.parameter) && isKnown($0) }.map {
            (catalog.id(of: $0.parameter), catalog.kept(value($0), parameter: $0.parameter))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension Mirror.Picture {
    func entry(_ item: Catalog.Item, for viewer: Viewer) -> Batch.Entry {
        let id = catalog.configuration.id(of: item)
        switch item {
        case .compound(let index):
            let (reports, form) = (reports(of: item), catalog.compoundTexts[index])
            let numbers = reports.map(\.value)
            let isKnown = reports.contains(where: catalog.isKnown)
            return Batch.Entry(
                id: id, revision: catalog.revision(of: item, reports).number, position: nil,
                text: isKnown ? form.format(numbers, for: viewer) : ParameterResource.unheard, isTouched: isTouched(item),
                value: form.value(of: numbers), origin: reports.max { $0.revision.number < $1.revision.number }?.origin ?? .restore,
                isKnown: isKnown)
        case .parameter(let index):
            let report = reports[index]
            return Batch.Entry(
                id: id, revision: report.revision.number, position: catalog.position(of: report), text: catalog.shown(report, for: viewer),
                isTouched: catalog.isTrigger(index) ? report.value > 0 : hands.isTouched(index),
                value: catalog.value(of: report.value, parameter: index), origin: report.origin, isKnown: catalog.isKnown(report))
        }
    }

    func isTouched(_ item: Catalog.Item) -> Bool { catalog.parameters(of: item).contains { hands.isTouched($0) } }
}
