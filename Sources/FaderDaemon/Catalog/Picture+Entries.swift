internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderValues

extension Mirror.Picture {
    /// A parameter or compound in its short form.
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

    /// Whether a hand or a gesture of a program holds a parameter, or a part of a compound.
    func isTouched(_ item: Catalog.Item) -> Bool { catalog.parameters(of: item).contains { hands.isTouched($0) } }
}
