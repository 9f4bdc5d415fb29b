public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderValues

/// The snapshots as requests see them: saved, arranged and recalled.
@Owner
public final class SnapshotRequests: Subject {
    private let history: UndoHistory
    /// The snapshot that was recalled last, with the value of `travels` at that time; nil if nothing was recalled since the start. If that
    /// snapshot has been deleted, the one before it.
    private var lastRecalled: (name: String, travels: Int, isDeleted: Bool)?

    init(_ commands: Commands, _ history: UndoHistory) {
        self.history = history
        super.init(commands)
    }

    /// All snapshots in their order.
    public func all() -> Rendering<[SnapshotResource]> { { [store] in store.snapshotResources } }

    /// The values of a snapshot beside the present ones.
    public func contents(of name: String, for wish: ViewerRequest) throws(ServiceError) -> Rendering<SnapshotContents> {
        let (snapshot, picture) = (try known(name), mirror.picture)
        let viewer = try picture.catalog.settings.viewer(for: wish)
        return { Self.contents(of: snapshot, name, beside: picture, for: viewer) }
    }

    private nonisolated static func contents(
        of snapshot: Snapshot, _ name: String, beside picture: Mirror.Picture, for viewer: Viewer
    ) -> SnapshotContents {
        let catalog = picture.catalog
        let entries = snapshot.values.sorted { $0.key < $1.key }.map { id, value in
            guard let index = catalog.index(of: id) else {
                return SnapshotContents.Entry(id: id, value: value.value, text: nil, now: nil, isSame: false)
            }
            let now = picture.reports[index]
            let isUnheard = !catalog.isKnown(now)
            return SnapshotContents.Entry(
                id: id, value: value.value, text: catalog.text(of: value, id: id, for: viewer),
                now: catalog.shown(now, for: viewer), isSame: !isUnheard && catalog.number(of: value, parameter: index) == now.value,
                misfit: catalog.exclusion(of: id)
                    ?? (isUnheard ? "\(id) stays as it is: not heard yet" : catalog.misfit(of: value, id: id, for: viewer)),
                recallSafe: catalog.configuration.parameters[index].isRecallSafe ? true : nil,
                partOf: catalog.compoundSpec(of: index)?.id)
        }
        return SnapshotContents(name: name, saved: WallTime.text(snapshot.saved), over: snapshot.over, entries: entries)
    }

    /// Replaces a snapshot of that name. Its fade stays unless the request has another. Returns when durable, as the following do.
    public func save(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource {
        let picture = mirror.picture
        let catalog = picture.catalog
        let over = try Self.seconds(request.over)
        let choice = SnapshotChoice(only: request.only, except: request.except)
        try choice.check(catalog.configuration.parameters.map(\.id), in: "")
        let (parts, _) = try catalog.parted(catalog.configuration.parameters.map(\.id).filter(choice.takes), choice)
        var snapshot = Snapshot(saved: WallClock.now, values: [:], over: over == 0 ? nil : over)
        let taken = Set(parts)
        let chosen = picture.reports.filter { taken.contains(catalog.id(of: $0.parameter)) && !catalog.isTrigger($0.parameter) }
        let known = chosen.filter { catalog.isLastingKnown($0) }
        guard !known.isEmpty || chosen.isEmpty else {
            throw .refused("nothing is saved: no value of these parameters has been heard yet")
        }
        for report in known {
            snapshot.values[catalog.id(of: report.parameter)] = catalog.kept(report.lasting, parameter: report.parameter)
        }
        var stored = snapshot
        do throws(StateError) {
            if over == nil { stored = try store.setSnapshotKeepingFade(name, snapshot) } else { try store.setSnapshot(name, snapshot) }
        } catch {
            throw refusal(error)
        }
        try await saved()
        var resource = SnapshotResource(name, stored)
        if known.count < chosen.count { resource.notHeard = chosen.count - known.count }
        return resource
    }

    /// Returns the snapshot that was deleted.
    public func delete(_ name: String) async throws(ServiceError) -> SnapshotResource {
        let snapshot = try known(name)
        let before = store.snapshotsInOrder.map(\.name).prefix { $0 != name }.last
        do throws(StateError) { try store.setSnapshot(name, nil) } catch { throw refusal(error) }
        // `recall-next` still continues from its place.
        if let last = lastRecalled, last.name == name { lastRecalled = before.map { ($0, last.travels, true) } }
        try await saved()
        return SnapshotResource(name, snapshot)
    }

    /// Renames a snapshot. The new name must be free.
    public func rename(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource {
        let snapshot = try known(name)
        do throws(StateError) { try store.renameSnapshot(name, to: request.to) } catch { throw refusal(error) }
        if let last = lastRecalled, last.name == name { lastRecalled = (request.to, last.travels, last.isDeleted) }
        try await saved()
        return SnapshotResource(request.to, snapshot)
    }

    public func fade(_ name: String, _ request: FadeRequest) async throws(ServiceError) -> SnapshotResource {
        var snapshot = try known(name)
        snapshot.over = try Self.seconds(request.over).flatMap { $0 == 0 ? nil : $0 }
        do throws(StateError) { try store.setSnapshot(name, snapshot) } catch { throw refusal(error) }
        try await saved()
        return SnapshotResource(name, snapshot)
    }

    /// Moves a snapshot before another one in the order, or to the end.
    public func move(_ name: String, _ request: MoveRequest) async throws(ServiceError) -> [SnapshotResource] {
        for name in [name, request.before].compactMap({ $0 }) { _ = try known(name) }
        do throws(StateError) { try store.moveSnapshot(name, before: request.before) } catch { throw refusal(error) }
        try await saved()
        return store.snapshotResources
    }

    /// Sets the values of a snapshot, at once or as a glide.
    public func recall(
        _ name: String, _ request: RecallRequest, for wish: ViewerRequest, by writer: String? = nil
    ) async throws(ServiceError) -> RestoredResource {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        return try await recalled(name, request, viewer, by: writer)
    }

    /// Recalls the next snapshot in the order, or the previous one. The rule is here and not in clients, so that the web page and a foot
    /// switch do the same.
    public func recallNext(
        _ request: RecallNextRequest, for wish: ViewerRequest, by writer: String? = nil
    ) async throws(ServiceError) -> RestoredResource {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        // The neighbor is looked up only now, so that two presses in a row move two places.
        return try await recalled(try neighbor(by: request.by ?? 1), RecallRequest(over: request.over), viewer, by: writer)
    }

    private func recalled(
        _ name: String, _ request: RecallRequest, _ viewer: Viewer, by writer: String?
    ) async throws(ServiceError) -> RestoredResource {
        let (settings, excluded, seconds) = try await prepared(name, request)
        let left = try await set(name, settings, over: seconds, request, by: writer)
        var restored =
            if seconds > 0 {
                history.resources(settings, left, viewer, excluded)
            } else {
                try await history.restored(settings, left, viewer, excluded)
            }
        restored.over = seconds > 0 ? seconds : nil
        restored.snapshot = name
        return restored
    }

    /// Recalls a snapshot without an answer, and therefore without waiting for the disk.
    func recallUnsaved(_ name: String, by writer: String) async throws(ServiceError) {
        let (settings, _, seconds) = try await prepared(name, RecallRequest())
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        _ = try await set(name, settings, over: seconds, RecallRequest(), by: writer)
    }

    /// The values of a recall, a sentence for each parameter that is left out as no part of a look, and the seconds of the glide.
    private func prepared(_ name: String, _ request: RecallRequest) async throws(ServiceError) -> (
        settings: [Setting], excluded: [String], seconds: Double
    ) {
        let snapshot = try known(name)
        let seconds = try Self.seconds(request.over) ?? snapshot.over ?? 0
        let (settings, excluded) = try await settings(of: name, snapshot, request)
        return (settings, excluded, seconds)
    }

    /// Tells the event streams, too. Returns what was left out.
    private func set(
        _ name: String, _ settings: [Setting], over seconds: Double, _ request: RecallRequest, by writer: String?
    ) async throws(ServiceError) -> [LeftOut] {
        let over = seconds > 0 ? MonotonicTime.Interval(nanoseconds: UInt64(seconds * 1e9)) : nil
        let change = commands.nextChange(by: writer)
        if over != nil { history.noteGlide(of: settings.map(\.id), change, isRecall: true) }
        lastRecalled = (name, history.travels, false)
        let left = try await store.together { () throws(ServiceError) in
            try await commands.apply(settings, .recall, over: over, change: change)
        }
        if hub.isWatched {
            let event = RecalledEvent(name: name, over: over == nil ? nil : seconds, only: request.only, except: request.except)
            hub.publish(News(EventName.recalled, event))
        }
        return left
    }

    /// Where `recall-next` is, and what it would recall.
    public func place() -> SnapshotPlaceResource {
        let all = store.snapshotsInOrder
        let (current, isDeleted) = self.current(in: all)
        let names = [-1, 1].map { places in
            let place = Self.place(places, from: current, isDeleted, count: all.count)
            return all.indices.contains(place) ? all[place].name : nil
        }
        return SnapshotPlaceResource(current: isDeleted ? nil : current.map { all[$0].name }, previous: names[0], next: names[1])
    }

    private func neighbor(by places: Int) throws(ServiceError) -> String {
        let all = store.snapshotsInOrder
        guard !all.isEmpty else { throw .refused("there are no snapshots") }
        let (current, isDeleted) = self.current(in: all)
        let place = Self.place(places, from: current, isDeleted, count: all.count)
        guard let current, !all.indices.contains(place) else { return all[place].name }
        throw .refused(
            "\(all[current].name) is the \(places > 0 ? "last" : "first") snapshot: there is none \(places > 0 ? "after" : "before") it")
    }

    /// The snapshot that was recalled last, or the one before it if it has been deleted. If nothing has been recalled since the start, or
    /// something undone or redone since, the first one whose values are all in force.
    private func current(in all: [(name: String, snapshot: Snapshot)]) -> (place: Int?, isDeleted: Bool) {
        let recalled = lastRecalled.flatMap { last in all.firstIndex { $0.name == last.name } }
        guard let recalled, let lastRecalled, lastRecalled.travels == history.travels else { return (inForce(all) ?? recalled, false) }
        return (recalled, lastRecalled.isDeleted)
    }

    /// The place to go to. Without a current place, counting begins before the first or after the last.
    private static func place(_ places: Int, from current: Int?, _ isDeleted: Bool, count: Int) -> Int {
        guard let current else { return places > 0 ? places - 1 : count + places }
        return current + places + (isDeleted && places < 0 ? 1 : 0)
    }

    /// Parameters that a recall would leave alone do not count.
    private func inForce(_ all: [(name: String, snapshot: Snapshot)]) -> Int? {
        let picture = mirror.picture
        let catalog = picture.catalog
        return all.firstIndex { one in
            let values = one.snapshot.values.compactMap { id, kept -> (wanted: Value, now: Value)? in
                guard let index = catalog.index(of: id), !catalog.isTrigger(index), !catalog.configuration.parameters[index].isRecallSafe,
                    catalog.isKnown(picture.reports[index]), catalog.exclusion(of: id) == nil,
                    let wanted = catalog.value(from: kept, parameter: index)
                else { return nil }
                return (wanted, catalog.value(of: picture.reports[index].value, parameter: index))
            }
            return !values.isEmpty && values.allSatisfy { $0.wanted == $0.now }
        }
    }

    /// What is left out because it is `recall-safe` is noted for `explain`; for what is not part of a look, there is a sentence.
    private func settings(
        of name: String, _ snapshot: Snapshot, _ request: RecallRequest
    ) async throws(ServiceError) -> (settings: [Setting], excluded: [String]) {
        let catalog = mirror.catalog
        let choice = SnapshotChoice(only: request.only, except: request.except)
        let configured = catalog.configuration.parameters.map(\.id) + catalog.configuration.compounds.map(\.id)
        try choice.check(snapshot.values.keys, in: " in \"\(name)\"", known: configured)
        let (chosen, excluded) = try catalog.parted(snapshot.values.keys.filter(choice.takes).sorted(), choice)
        // A part is recall-safe with its whole compound.
        func whole(_ id: String) -> String { catalog.whole(of: id) ?? id }
        let safe = chosen.filter { id in
            guard let index = catalog.index(of: id), catalog.configuration.parameters[index].isRecallSafe else { return false }
            return !choice.names(id, partOf: whole(id))
        }
        guard safe.count < chosen.count else {
            let first = whole(safe[0]), others = Set(safe.map(whole)).count - 1
            throw .refused(
                "nothing is recalled, because \(first)\(others > 0 ? " and \(others) more are" : " is") recall-safe; to recall "
                    + "\(others > 0 ? "one of them" : "it"), name its whole id: --only \(first)")
        }
        await noteLeftOut(safe, catalog)
        let left = Set(safe)
        let settings = chosen.filter { !left.contains($0) }.compactMap { id in snapshot.values[id].map { Setting(id: id, value: $0) } }
        return (settings, excluded)
    }

    private func noteLeftOut(_ ids: [String], _ catalog: Catalog) async {
        let steps = ids.compactMap { catalog.index(of: $0) }.map { Command.record(.recallSafe, parameter: $0, .recall) }
        // If this fails, the MIDI thread has stopped, and there is nothing left to explain.
        if !steps.isEmpty { _ = try? await engine.submit(steps, change: commands.nextChange(), generation: catalog.generation) }
    }

    private static func seconds(_ over: Double?) throws(ServiceError) -> Double? {
        guard let over, over != 0, !Fade.isLength(over) else { return over }
        throw .refused("\"over\" must be 0 to \(Int(Fade.longest)) seconds, for example {\"over\": 3}")
    }

    private func known(_ name: String) throws(ServiceError) -> Snapshot {
        if let snapshot = store.snapshot(name) { return snapshot }
        throw unknownSnapshot(name)
    }

    private func unknownSnapshot(_ name: String) -> ServiceError {
        .unknownSnapshot(name, suggestion: Suggester.nearest(to: name, among: store.snapshots.keys.sorted()))
    }

    private func refusal(_ error: StateError) -> ServiceError {
        switch error {
        case .snapshotExists: .conflict(error.description)
        // Somebody has deleted it meanwhile.
        case .noSnapshot(let name): unknownSnapshot(name)
        case .noRoom: .noRoom(error.description)
        default: .refused(error.description)
        }
    }

    private func saved() async throws(ServiceError) {
        followers.tell(.snapshots)
        if case .failed(let reason) = await store.flush() { throw .notSaved("done, but it could not be saved: \(reason)") }
    }
}

extension StateStore {
    var snapshotResources: [SnapshotResource] { snapshotsInOrder.map { SnapshotResource($0.name, $0.snapshot) } }
}

extension SnapshotResource {
    fileprivate init(_ name: String, _ snapshot: Snapshot) {
        self.init(name: name, saved: WallTime.text(snapshot.saved), count: snapshot.values.count, over: snapshot.over)
    }
}

extension SnapshotRequests {
    var endpoints: [Endpoint] {
        [
            .long(Routes.listSnapshots) { [self] _ in all() },
            .long(Routes.getSnapshot) { [self] call throws(ServiceError) in try contents(of: call.id, for: call.viewer) },
            .on(Routes.saveSnapshot) { [self] call, ask, _ throws(ServiceError) in try await save(call.id, ask) },
            .on(Routes.deleteSnapshot) { [self] call, _ throws(ServiceError) in try await delete(call.id) },
            .atOnce(Routes.snapshotPlace) { [self] _, _ in place() },
            .on(Routes.recallNext, isLong: true) { [self] call, ask, caller throws(ServiceError) in
                try await recallNext(ask, for: call.viewer, by: caller.writer)
            },
            .on(Routes.fadeSnapshot) { [self] call, ask, _ throws(ServiceError) in try await fade(call.id, ask) },
            .on(Routes.renameSnapshot) { [self] call, ask, _ throws(ServiceError) in try await rename(call.id, ask) },
            .on(Routes.moveSnapshot) { [self] call, ask, _ throws(ServiceError) in try await move(call.id, ask) },
            .on(Routes.recallSnapshot, isLong: true) { [self] call, ask, caller throws(ServiceError) in
                try await recall(call.id, ask, for: call.viewer, by: caller.writer)
            },
        ]
    }
}
