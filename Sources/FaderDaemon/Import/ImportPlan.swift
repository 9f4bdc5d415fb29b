internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderStore
internal import FaderValues

/// What the import of a document would do now. Pure. Slow for many values.
struct ImportPlan: Sendable {
    /// Problems beyond this limit are only counted.
    private static let problemLimit = 100

    let generation: Generation
    private let values: [(id: String, value: KeptValue)]
    let settings: [Setting]
    let kept: [(id: String, value: KeptValue)]
    /// A sentence for each value that is left out: its parameter has another unit, or is a trigger.
    private let skipped: [String]
    let snapshots: [String: Snapshot]
    /// The names of the snapshots, in the document's order; nil if it gives none.
    let order: [String]?
    private let changes: [ImportResource.Change]
    private let altered: [ImportResource.Alteration]

    /// Throws all problems of the document, or `noRoom`.
    init(_ document: ExportDocument.Parts, _ picture: Mirror.Picture, _ viewer: Viewer) throws(ServiceError) {
        let catalog = picture.catalog
        try Self.check(document.problems.map(\.description) + document.values.compactMap { Self.problem($0.id, $0.value, catalog, viewer) })
        generation = catalog.generation
        func isSkipped(_ id: String, _ value: KeptValue) -> Bool {
            guard let spec = catalog.index(of: id).map({ catalog.configuration.parameters[$0] }) else { return false }
            return spec.kind.isPressed || catalog.exclusion(of: id) != nil || !value.isOf(unit: spec.keptUnit)
                || spec.isSupplied && value.value.isWord && !Catalog.takes(value, as: spec)
        }
        skipped = document.values.filter { isSkipped($0.id, $0.value) }.compactMap { one in
            catalog.exclusion(of: one.id) ?? catalog.misfit(of: one.value, id: one.id, for: viewer)
        }
        values = skipped.isEmpty ? document.values : document.values.filter { !isSkipped($0.id, $0.value) }
        (snapshots, order) = (document.snapshots, document.order)
        kept = values.filter { catalog.items[$0.id] == nil }
        settings = values.compactMap { catalog.items[$0.id] == nil ? nil : Setting(id: $0.id, value: $0.value) }
        let size = kept.reduce(0) { $0 + KeptValues.size($1.id, $1.value) }
        guard kept.count <= KeptValues.countLimit, size <= KeptValues.byteLimit else {
            throw .noRoom(
                "nothing was imported: the document has \(kept.count) values of parameters that are not configured; there is room for "
                    + "\(KeptValues.countLimit), \(KeptValues.byteLimit >> 20) MiB in all. Leave some out")
        }
        let rehearsal = ImportRehearsal(settings, picture)
        try Self.check(rehearsal.refusals(for: viewer))
        changes = rehearsal.changes(for: viewer)
        altered = rehearsal.alterations(for: viewer)
    }

    private static func check(_ problems: [String]) throws(ServiceError) {
        guard !problems.isEmpty else { return }
        let more = problems.count - problemLimit
        throw .refusedImport(more > 0 ? problems.prefix(problemLimit) + ["and \(more) more problems"] : problems)
    }

    private static func problem(_ id: String, _ kept: KeptValue, _ catalog: Catalog, _ viewer: Viewer) -> String? {
        switch catalog.items[id] {
        case nil: return nil
        case .compound(let index):
            let parts = catalog.ids(of: catalog.configuration.compounds[index].parts)
            return "parameters.\(id): it is made of parts; give their values: \(parts.joined(separator: ", "))"
        case .parameter(let index):
            guard !catalog.isTrigger(index), catalog.exclusion(of: id) == nil,
                kept.isOf(unit: catalog.configuration.parameters[index].keptUnit)
            else { return nil }
            let value = kept.value
            do throws(RefusedValue) {
                if catalog.configuration.parameters[index].isSupplied, value.isWord { return nil }
                if let rule = catalog.configuration.parameters[index].kind.textRule {
                    guard case .word(let text) = value else { return "parameters.\(id).value: it must be a text" }
                    try rule.accept(text)
                } else {
                    _ = try catalog.texts[index].accept(value, for: viewer)
                }
                return nil
            } catch {
                return "parameters.\(id).value: \(error.description)"
            }
        }
    }

    func answer(isDryRun: Bool, forgotten: Int) -> ImportResource {
        ImportResource(
            parameters: values.map(\.id), unconfigured: kept.map(\.id), snapshots: snapshots.keys.sorted(), dryRun: isDryRun,
            changes: changes, altered: altered, skipped: skipped, forgotten: forgotten)
    }
}
