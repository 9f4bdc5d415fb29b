public import FaderAPI
internal import FaderCore
public import FaderServer
internal import FaderState
internal import Synchronization

extension Daemon {
    /// All values, those of parameters that are not configured now included, and all snapshots.
    public func export() async -> [UInt8] {
        let picture = desk.mirror.picture
        var values = remembered.withLock { $0 }
        for (spec, report) in zip(picture.catalog.configuration.parameters, picture.reports) {
            values[spec.id] = picture.catalog.value(of: report.value, parameter: report.parameter)
        }
        return ExportDocument(parameters: values, snapshots: store.snapshots).render()
    }

    /// Takes values and snapshots in, all or nothing; durable when it returns. Values of parameters that are not configured are kept for when
    /// they are.
    public func importDocument(_ bytes: [UInt8], isDryRun: Bool) async throws(ServiceError) -> ImportResource {
        let document: ExportDocument
        do throws(StateError) {
            document = try ExportDocument(parsing: bytes)
        } catch {
            if case .notImportable(let problems) = error { throw .refusedImport(problems.map(\.description)) }
            throw .refusedImport([error.description])
        }
        let catalog = desk.mirror.catalog
        let problems = document.parameters.sorted { $0.key < $1.key }.compactMap { Self.problem($0.key, $0.value, catalog) }
        guard problems.isEmpty else { throw .refusedImport(problems) }
        let ids = document.parameters.keys.sorted()
        let result = ImportResource(
            parameters: ids, unconfigured: ids.filter { catalog.places[$0] == nil }, snapshots: document.snapshots.keys.sorted(),
            dryRun: isDryRun)
        if isDryRun { return result }
        await restoring.enter()
        defer { restoring.leave() }
        try await store.together { () throws(ServiceError) in try await takeIn(document) }
        if case .failed(let reason) = await store.flush() { throw .notSaved("the import is done, but could not be saved: \(reason)") }
        return result
    }

    private func takeIn(_ document: ExportDocument) async throws(ServiceError) {
        // Snapshots first: those can still be refused for want of room, and nothing has been set by then.
        do throws(StateError) {
            try store.setSnapshots(document.snapshots)
        } catch {
            throw .refusedImport([error.description])
        }
        let settings = document.parameters.sorted { $0.key < $1.key }.map { Setting(id: $0.key, value: $0.value) }
        let left = try await apply(settings, .api, group: nextChange())
        let kept = document.parameters.filter { left.contains($0.key) }
        remembered.withLock { $0.merge(kept) { $1 } }
        store.note(kept)
    }

    /// What is wrong with a value for a parameter; nil where nothing is, or where there is no such parameter.
    private static func problem(_ id: String, _ value: Value, _ catalog: Catalog) -> String? {
        guard ParameterSpec.isValidID(id) else { return "parameters.\(id): this cannot be the id of a parameter" }
        switch catalog.places[id] {
        case nil: return nil
        case .group(let index):
            let parts = catalog.configuration.groups[index].parts.map { catalog.configuration.parameters[$0].id }
            return "parameters.\(id): it is made of parts; give their values: \(parts.joined(separator: ", "))"
        case .parameter(let index):
            do throws(RefusedValue) {
                if case .text(let rule) = catalog.configuration.parameters[index].kind {
                    guard case .word(let text) = value else { return "parameters.\(id).value: it must be a text" }
                    try rule.accept(text)
                } else {
                    _ = try catalog.texts[index].accept(value)
                }
                return nil
            } catch {
                return "parameters.\(id).value: \(error.description)"
            }
        }
    }
}
