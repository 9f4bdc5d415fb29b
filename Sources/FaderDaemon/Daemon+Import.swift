internal import FaderCore
internal import FaderEngine
public import FaderServer
internal import FaderState
internal import Synchronization

extension Daemon {
    /// All values, those of parameters that are not configured now included, and all snapshots.
    public func export() async -> [UInt8] {
        let picture = desk.mirror.picture
        let stored = remembered.withLock { $0 }
        let snapshots = store.snapshots
        return await Background.run {
            var values = stored.values
            for (spec, report) in zip(picture.catalog.configuration.parameters, picture.reports) {
                values[spec.id] = picture.catalog.value(of: report.value, parameter: report.parameter)
            }
            return ExportDocument(parameters: values, snapshots: snapshots).render()
        }
    }

    /// Takes values and snapshots in, all or nothing; durable when it returns: an `ImportResource` as JSON. Values of parameters that are not
    /// configured are kept for when they are.
    ///
    /// A document may be large: whatever grows with it is done in the background, and others are answered meanwhile.
    public func importDocument(_ bytes: [UInt8], isDryRun: Bool, for wish: ViewerWish) async throws(ServiceError) -> [UInt8] {
        let viewer = try viewers.viewer(wish, desk.mirror.catalog.configuration)
        await importing.enter()
        defer { importing.leave() }
        let document = try await Background.run { Result { () throws(ServiceError) in try ImportPlan.read(bytes) } }.get()
        if isDryRun { return try await plan(document, viewer).answer(isDryRun: true, forgotten: 0).get() }
        await restoring.enter()
        defer { restoring.leave() }
        let (plan, forgotten) = try await takeIn(document, viewer)
        // The answer is made while the disk is written.
        async let answer = plan.answer(isDryRun: false, forgotten: forgotten)
        if case .failed(let reason) = await store.flush() { throw .notSaved("the import is done, but could not be saved: \(reason)") }
        return try await answer.get()
    }

    /// What a document comes to now; throws what is wrong with it.
    private func plan(_ document: ImportPlan.Document, _ viewer: Viewer) async throws(ServiceError) -> ImportPlan {
        let picture = desk.mirror.picture
        return try await Background.run { Result { () throws(ServiceError) in try ImportPlan(document, picture, viewer) } }.get()
    }

    /// Takes a document in, and how many values were forgotten for it. Meanwhile the configuration stays as it is.
    private func takeIn(
        _ document: ImportPlan.Document, _ viewer: Viewer
    ) async throws(ServiceError) -> (plan: ImportPlan, forgotten: Int) {
        while true {
            let plan = try await plan(document, viewer)
            await reloading.enter()
            defer { reloading.leave() }
            guard plan.generation == desk.mirror.catalog.generation else { continue }
            await wholes.enter()
            defer { wholes.leave() }
            let gone = try await store.together { () throws(ServiceError) in try await takeIn(plan) }
            return (plan, gone)
        }
    }

    private func takeIn(_ plan: ImportPlan) async throws(ServiceError) -> Int {
        let (store, snapshots) = (store, plan.snapshots)
        // Snapshots first: those can still be refused for want of room, and nothing has been set by then.
        if !snapshots.isEmpty {
            try await Background.run {
                Result { () throws(StateError) in try store.setSnapshots(snapshots) }.mapError { ServiceError.noRoom($0.description) }
            }.get()
        }
        let left = Set(try await apply(plan.settings, .api, group: nextChange()))
        guard !plan.kept.isEmpty || !left.isEmpty else { return 0 }
        // What could not be applied is kept as what nothing configures is.
        let more = plan.settings.filter { left.contains($0.id) }.map { (id: $0.id, value: $0.value) }
        let kept = more.isEmpty ? plan.kept : plan.kept + more
        let age = remembered.withLock { $0.nextAge() }
        async let batch = Background.run { KeptBatch(kept, age: age) }
        let gone = await Background.run { [self] in
            remember(kept, age: age)
            return takeOldest()
        }
        store.keep(await batch)
        await Background.run { [self] in forget(gone) }
        return gone.count
    }
}
