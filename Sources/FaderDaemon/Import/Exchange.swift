public import FaderAPI
internal import FaderConsole
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderValues

/// Export and import of values and snapshots.
@Owner
public final class Exchange: Subject {
    private let remembered: RememberedValues
    /// One import at a time: reading a document takes many times its size in memory.
    private let importing = AsyncMutex()

    init(_ commands: Commands, _ remembered: RememberedValues) {
        self.remembered = remembered
        super.init(commands)
    }

    /// A document with all values and snapshots. Values of parameters that are not configured now are included.
    public func export() async -> [UInt8] {
        let picture = mirror.picture
        let stored = remembered.values
        let snapshots = store.snapshotsInOrder
        return await SeparateThread.run {
            var values = stored.values
            // If a number became a range or a color, its old value is still stored under the id, and an import would refuse it.
            for compound in picture.catalog.configuration.compounds { values[compound.id] = nil }
            // A remembered value in another unit is exported unless the present value is known.
            values.merge(picture.lastingValues) { $1 }
            return ExportDocument(
                parameters: values,
                snapshots: Dictionary(snapshots.map { ($0.name, $0.snapshot) }, uniquingKeysWith: { first, _ in first }),
                order: snapshots.map(\.name)
            ).render()
        }
    }

    /// Imports values and snapshots, or only snapshots, all or nothing, durably. Values of parameters that are not configured are kept
    /// until the parameters are.
    /// Work that grows with the size is done on separate threads, and other requests are answered meanwhile.
    public func importDocument(
        _ bytes: [UInt8], onlySnapshots: Bool = false, isDryRun: Bool, for wish: ViewerRequest, by writer: String? = nil
    ) async throws(ServiceError) -> ImportResource {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        await importing.lock()
        defer { importing.unlock() }
        let document = await SeparateThread.run {
            var document = ExportDocument.read(bytes)
            if onlySnapshots {
                document.values = []
                document.problems.removeAll { $0.path.hasPrefix("parameters.") }
            }
            return document
        }
        if isDryRun {
            let plan = try await plan(document, viewer)
            try await keep(plan.snapshots, plan.order, isDryRun: true)
            return await SeparateThread.run { plan.answer(isDryRun: true, forgotten: 0) }
        }
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        let (plan, forgotten) = try await takeIn(document, viewer, writer)
        if case .failed(let reason) = await store.flush() { throw .notSaved("the import is done, but could not be saved: \(reason)") }
        return await SeparateThread.run { plan.answer(isDryRun: false, forgotten: forgotten) }
    }

    /// What an import would do. Throws all problems of the document.
    private func plan(_ document: ExportDocument.Parts, _ viewer: Viewer) async throws(ServiceError) -> ImportPlan {
        let picture = mirror.picture
        return try await SeparateThread.run { Result { () throws(ServiceError) in try ImportPlan(document, picture, viewer) } }.get()
    }

    /// Returns the plan, and how many values were forgotten to make room. The configuration does not change meanwhile.
    private func takeIn(
        _ document: ExportDocument.Parts, _ viewer: Viewer, _ writer: String?
    ) async throws(ServiceError) -> (plan: ImportPlan, forgotten: Int) {
        while true {
            let plan = try await plan(document, viewer)
            await mutexes.reloading.lock()
            defer { mutexes.reloading.unlock() }
            guard plan.generation == mirror.catalog.generation else { continue }
            await mutexes.wholes.lock()
            defer { mutexes.wholes.unlock() }
            let gone = try await store.together { () throws(ServiceError) in try await takeIn(plan, writer) }
            return (plan, gone)
        }
    }

    private func keep(_ snapshots: [String: Snapshot], _ order: [String]?, isDryRun: Bool) async throws(ServiceError) {
        guard !snapshots.isEmpty else { return }
        try await SeparateThread.run { [store] in
            Result { () throws(StateError) in
                try isDryRun ? store.checkSnapshots(snapshots) : store.setSnapshots(snapshots, order: order)
            }.mapError { error -> ServiceError in
                if case .noRoom = error { .noRoom(error.description) } else { .refusedImport([error.description]) }
            }
        }.get()
    }

    private func takeIn(_ plan: ImportPlan, _ writer: String?) async throws(ServiceError) -> Int {
        // Snapshots first: they can still be refused for lack of room or because of a name, and no value has been set by then.
        try await keep(plan.snapshots, plan.order, isDryRun: false)
        if !plan.snapshots.isEmpty { followers.tell(.snapshots) }
        let left = Set(try await commands.apply(plan.settings, .api, change: commands.nextChange(by: writer)).map(\.id))
        guard !plan.kept.isEmpty || !left.isEmpty else { return 0 }
        // Values that could not be applied are kept like those of parameters that are not configured.
        let more = plan.settings.filter { left.contains($0.id) }.map { (id: $0.id, value: $0.value) }
        let kept = more.isEmpty ? plan.kept : plan.kept + more
        return await remembered.keep(kept)
    }
}

extension Exchange {
    var endpoints: [Endpoint] {
        [
            .on(Routes.export) { [self] _, _ in RawJSON(await export()) },
            .on(Routes.importing, isLong: true) { [self] call, document, caller throws(ServiceError) in
                try await importDocument(
                    document.bytes, onlySnapshots: call.flag("snapshots-only"), isDryRun: call.flag("dry-run"), for: call.viewer,
                    by: caller.writer)
            },
        ]
    }
}
