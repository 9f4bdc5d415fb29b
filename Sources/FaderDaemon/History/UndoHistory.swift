public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderValues

/// The history as requests see it: its entries, undo and redo.
@Owner
public final class UndoHistory: Subject {
    private struct Glide {
        /// The parameters that it moves, without those that a later glide has taken over.
        var ids: [String]
        let change: ChangeNumber
        let isRecall: Bool
        let newest: UInt64
    }

    /// The glides under way, and the one that began last. Each parameter is in one of them.
    private var glides: [Glide] = []
    /// The entries of glides that an undo has stopped.
    private var stopped: Set<UInt64> = []
    /// How often something has been undone or redone.
    private(set) var travels = 0

    /// All entries, oldest first. Parameters that no longer exist are left out until they come back.
    public func entries(for wish: ViewerRequest) throws(ServiceError) -> Rendering<[HistoryEntryResource]> {
        let (catalog, history) = (mirror.catalog, store.history)
        let viewer = try catalog.settings.viewer(for: wish)
        return {
            history.entries.compactMap { entry in
                // An earlier version noted changes of facts. They cannot be undone.
                let changes = entry.changes.filter { catalog.items[$0.id] != nil && catalog.exclusion(of: $0.id) == nil }
                guard !changes.isEmpty else { return nil }
                return HistoryEntryResource(
                    number: entry.number, time: WallTime.text(entry.time), origin: entry.origin.rawValue, by: entry.by,
                    isOfKey: entry.isOfKey,
                    changes: changes.map { change in
                        HistoryEntryResource.Change(
                            id: change.id,
                            before: change.wasKnown
                                ? catalog.text(of: change.keptBefore, id: change.id, for: viewer) : ParameterResource.unheard,
                            after: catalog.text(of: change.keptAfter, id: change.id, for: viewer), undone: change.undone != nil)
                    }, undo: changes.compactMap(\.undone).max())
            }
        }
    }

    /// Undoes the last change, or what the request describes. Returns when durable.
    public func undo(_ request: UndoRequest, for wish: ViewerRequest, by writer: String? = nil) async throws(ServiceError)
        -> RestoredResource
    {
        let find: Find = { (history, ids, scene) throws(ServiceError) in
            for (option, number) in [("to", request.to), ("entry", request.entry)] {
                guard let number, number > 0 || option == "entry" else { continue }
                guard try Self.entry(number, history).isUndone else { continue }
                throw .refused("entry \(number) is undone already; \"faderctl redo --\(option) \(number)\" brings it back")
            }
            return request.undoReach(history, scene).flatMap { history.undo(ids: ids, $0, in: scene) }
        }
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        if let stopped = try await stopGlides(request, wish, find) { return stopped }
        return try await travel(request, wish, writer, "undo", find)
    }

    /// Undoes the newest entry of a page key that is not undone. Throws `conflict` if somebody has changed one of its parameters since.
    /// Returns when durable.
    /// `page` is what the page has now; nil for a trigger, which is on no page. `key` is the writer of its changes in the history.
    func undoOwn(of page: PageContents?, key: String, for wish: ViewerRequest) async throws(ServiceError) -> RestoredResource {
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        let entry = store.history.entries.last { entry in
            entry.isOfKey && entry.by == key && !entry.isUndone && entry.changes.contains { page?.has($0.id) ?? true }
        }
        guard let entry else { throw .nothingToUndo("everything that was changed with this key is undone already") }
        return try await travel(UndoRequest(entry: entry.number), wish, key, "undo") { (history, ids, scene) throws(ServiceError) in
            try Self.checkOwn(entry, history, scene, page)
            let step = history.undo(ids: ids, .to(entry.number - 1), in: scene)
            guard step.map({ $0.numbers == [entry.number] }) ?? true else {
                throw .conflict("this cannot be undone alone: the other end of a range is in the way")
            }
            return step
        }
    }

    /// Throws `conflict` if the page lacks a parameter of the entry, or a value is no longer as the entry left it.
    private static func checkOwn(
        _ entry: HistoryEntry, _ history: History, _ scene: HistoryScene, _ page: PageContents?
    ) throws(ServiceError) {
        for change in entry.changes where !change.isUndone {
            guard page?.has(change.id) ?? true else { throw .conflict("the page no longer has everything that was changed") }
            let isNewest = !history.entries.contains { later in
                later.number > entry.number && later.changes.contains { $0.id == change.id && !$0.isUndone }
            }
            guard isNewest, scene.isThere(change.id, change.keptAfter) else {
                throw .conflict("somebody has changed \(change.id) since, so nothing was undone")
            }
        }
    }

    /// Notes that values begin to glide as one change (of a recall, or else of a trigger), so that `undo` can stop it. The history is saved
    /// soon after and then every second, so that it has the glide's changes if the daemon is killed.
    func noteGlide(of ids: [String], _ change: ChangeNumber, isRecall: Bool) {
        let (own, last) = (Set(ids), glides.last?.change)
        glides.removeAll { $0.change != last && gliding($0.ids).isEmpty }
        for place in glides.indices { glides[place].ids.removeAll(where: own.contains) }
        glides.append(Glide(ids: ids, change: change, isRecall: isRecall, newest: store.historySummary.newest))
        Owner.start {
            var pause = Duration.milliseconds(100)
            repeat {
                guard await Owner.sleep(for: pause) else { return }
                self.store.hasten()
                pause = .seconds(1)
            } while self.glides.contains { $0.change == change && !self.gliding($0.ids).isEmpty }
        }
    }

    private func gliding(_ ids: [String]) -> [String] {
        let picture = mirror.picture
        return ids.filter { id in picture.catalog.index(of: id).map { picture.hands.isGliding($0) } ?? false }
    }

    /// Stops the glides that the undo concerns, the latest first. Returns the parameters of one if that was all: it is their last change,
    /// but has not moved them yet, so the history has nothing to undo.
    private func stopGlides(_ request: UndoRequest, _ wish: ViewerRequest, _ find: Find) async throws(ServiceError) -> RestoredResource? {
        let asked = try request.id.map { id throws(ServiceError) in try parts(of: id, wish) }
        let wanted = try ids(of: request, wish)
        for glide in glides.reversed() where glide.isRecall || request.recall == nil {
            let gliding = gliding(glide.ids).filter { asked?.contains($0) ?? true }
            guard !gliding.isEmpty else { continue }
            func numbers() throws(ServiceError) -> (own: UInt64?, all: [UInt64]) {
                let history = store.history
                return (history.number(of: glide.change), try find(history, wanted, HistoryScene(mirror.picture))?.numbers ?? [])
            }
            var (own, all) = try numbers()
            let isNewest = request.entry == nil && !all.contains { $0 > glide.newest }
            guard isNewest || all.contains(where: { $0 == own }) else { continue }
            try await stopGlides(of: gliding)
            // Some parameters may have begun to move meanwhile.
            (own, all) = try numbers()
            stopped = stopped.intersection(store.history.entries.map(\.number)).union([own].compactMap { $0 })
            let isSingle = request.to == nil && request.entry == nil && request.count ?? 1 == 1
            guard all.isEmpty || isSingle && !all.contains(where: { $0 > glide.newest || $0 == own }) else { continue }
            let picture = mirror.picture
            let values = picture.values
            let settings = gliding.compactMap { id in values[id].map { Setting(id: id, value: $0) } }
            return resources(
                withWholeCompounds(settings, request.id, picture.catalog), [], try picture.catalog.settings.viewer(for: wish))
        }
        return nil
    }

    /// Stops glides where they are. Their changes are in the history when it returns.
    private func stopGlides(of ids: [String]) async throws(ServiceError) {
        while true {
            let catalog = mirror.catalog
            let steps = ids.compactMap { id -> Command? in
                guard let index = catalog.index(of: id) else { return nil }
                // This does not set the present value, because the value may have changed by then.
                return .step(parameter: index, by: 0, .ordinary, .undo)
            }
            let change = commands.nextChange()
            if try await engine.asked({ try await $0.submit(steps, change: change, generation: catalog.generation) }) != nil { return }
        }
    }

    /// Redoes what was undone last, or what the request describes. Returns when durable.
    public func redo(_ request: UndoRequest, for wish: ViewerRequest, by writer: String? = nil) async throws(ServiceError)
        -> RestoredResource
    {
        await mutexes.restoring.lock()
        defer { mutexes.restoring.unlock() }
        if request.recall != nil { throw .refused("\"recall\" is for undo; redo brings back what was undone last") }
        return try await travel(request, wish, writer, "redo") { (history, ids, scene) throws(ServiceError) in
            if let number = request.to ?? request.entry { _ = try Self.entry(number, history) }
            return history.redo(ids: ids, request.redoReach, in: scene)
        }
    }

    private static func entry(_ number: UInt64, _ history: History) throws(ServiceError) -> HistoryEntry {
        if let entry = history.entry(number) { return entry }
        throw .refused("there is no entry \(number) in the history; \"faderctl history\" shows those that are kept")
    }

    private typealias Find = (History, Set<String>?, HistoryScene) throws(ServiceError) -> HistoryStep?

    private func parts(of id: String, _ wish: ViewerRequest) throws(ServiceError) -> Set<String> {
        let (state, _) = try mirror.look(up: id, wish)
        return Set(state.ids)
    }

    /// The ids that an undo or redo is about; nil for all.
    private func ids(of request: UndoRequest, _ wish: ViewerRequest) throws(ServiceError) -> Set<String>? {
        if let number = request.entry { return Set(try Self.entry(number, store.history).changes.map(\.id)) }
        return try request.id.map { id throws(ServiceError) in try parts(of: id, wish) }
    }

    /// A sentence for each parameter that a step passes over: its value before was not known, or does not fit now.
    private func passedOver(
        _ history: History, _ step: HistoryStep?, _ direction: HistoryStep.Direction, _ reach: HistoryStep.Reach, _ ids: Set<String>?,
        _ request: UndoRequest, _ catalog: Catalog, _ viewer: Viewer
    ) -> [String] {
        history.passedOver(direction, step, reach, ids: ids, floor: request.to.map { $0 + 1 } ?? request.entry) { id, kept in
            catalog.exclusion(of: id) == nil && catalog.index(of: id).map { catalog.value(from: kept, parameter: $0) != nil } ?? true
        }.compactMap { passed in
            if let exclusion = catalog.exclusion(of: passed.id) { return exclusion }
            return passed.wasKnown
                ? catalog.misfit(of: passed.value, id: passed.id, for: viewer)
                : "\(passed.id) stays as it is: its earlier value was not heard yet"
        }
    }

    /// Call it only after `mutexes.restoring.lock`.
    private func travel(
        _ request: UndoRequest, _ wish: ViewerRequest, _ writer: String?, _ word: String, _ find: Find
    ) async throws(ServiceError) -> RestoredResource {
        let ids = try self.ids(of: request, wish)
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        let picture = mirror.picture
        let (history, scene) = (store.history, HistoryScene(picture))
        let found = try find(history, ids, scene)
        let isUndo = word == "undo"
        var passed: [String] = []
        if let reach = isUndo ? request.undoReach(history, scene) : request.redoReach {
            passed = passedOver(history, found, isUndo ? .undo : .redo, reach, ids, request, picture.catalog, viewer)
            if isUndo { passed += Self.sentences(history.unchanged(reach, found, ids: ids, in: scene)) }
        }
        if !isUndo, let number = found?.numbers.first(where: stopped.contains) {
            passed.append("entry \(number) is a fade that undo has stopped, so redo goes to where it was then, not to where it was going")
        }
        guard let step = found else { throw Self.nothing(to: word, request, history, passed) }
        travels += 1
        let settings = step.values.sorted { $0.key < $1.key }.map { Setting(id: $0.key, value: $0.value) }
        let change = commands.nextChange(by: writer)
        let left = try await store.together { () throws(ServiceError) in
            store.begin(step, change: change)
            do throws(ServiceError) {
                let left = try await commands.apply(settings, .undo, change: change)
                let now = mirror.picture
                store.finish(change, except: Set(left.map(\.id))) { HistoryScene(now).isThere($0, $1) }
                followers.tell(.history)
                return left
            } catch {
                // The values set so far are already in the history, because they were reported.
                store.finish(change, except: Set(step.values.keys)) { _, _ in false }
                throw error
            }
        }
        return try await restored(withWholeCompounds(settings, request.id, picture.catalog), left, viewer, passed)
    }

    private static func sentences(_ unchanged: History.Unchanged) -> [String] {
        var sentences = unchanged.blocked.sorted().map { "\($0) stays as it is, because the other end of its range was changed since" }
        let count = unchanged.changed.count
        if count == 1 { sentences.insert("1 parameter stays as it is, because it was changed since", at: 0) }
        if count > 1 { sentences.insert("\(count) parameters stay as they are, because they were changed since", at: 0) }
        return sentences
    }

    private static func nothing(to word: String, _ request: UndoRequest, _ history: History, _ reasons: [String]) -> ServiceError {
        var reasons = reasons
        if word == "undo", request == UndoRequest(count: request.count), history.entries.contains(where: { $0.isOfKey && !$0.isUndone }) {
            reasons.append("what was changed with the key of a page stays; \"faderctl undo --entry NUMBER\" takes it back")
        }
        let item =
            request.to.map { word == "undo" ? " after entry \($0)" : " up to entry \($0)" } ?? request.entry.map { " in entry \($0)" }
            ?? (request.recall ?? false ? " of a recall" : "")
        let parameter = request.id.map { " of \($0)" } ?? ""
        return .nothingToUndo("there is nothing to \(word)\(parameter)\(item)\(reasons.prefix(3).map { "; \($0)" }.joined())")
    }

    /// A compound is shown as a whole, unless the caller asked for a part and only that part was set.
    private func withWholeCompounds(_ settings: [Setting], _ asked: String?, _ catalog: Catalog) -> [Setting] {
        var known: Set<String> = []
        return settings.compactMap { setting in
            guard let whole = catalog.whole(of: setting.id) else { return setting }
            if setting.id == asked, settings.count(where: { catalog.whole(of: $0.id) == whole }) == 1 { return setting }
            return known.insert(whole).inserted ? Setting(id: whole, value: setting.value) : nil
        }
    }

    /// Waits until the changes are durable, and returns what was changed.
    func restored(
        _ settings: [Setting], _ left: [LeftOut], _ viewer: Viewer, _ passed: [String] = []
    ) async throws(ServiceError) -> RestoredResource {
        let durability = await store.flush()
        let restored = resources(settings, left, viewer, passed)
        if case .failed(let reason) = durability { throw .notSaved("the values are set, but could not be saved: \(reason)", restored) }
        return restored
    }

    /// `passed` is a sentence for each parameter that was passed over.
    func resources(_ settings: [Setting], _ left: [LeftOut], _ viewer: Viewer, _ passed: [String] = []) -> RestoredResource {
        let (missing, catalog) = (Set(left.map(\.id)), mirror.catalog)
        let parameters = settings.filter { !missing.contains($0.id) }.compactMap { setting in
            mirror.look(up: setting.id).map { $0.resource(for: viewer) }
        }
        let skipped = left.map { setting in
            let id = setting.id
            if setting.isUnheard { return "\(id) stays as it is: not heard yet" }
            if setting.isInHand { return "\(id) stays where it is, because a hand is on it" }
            return catalog.misfit(of: setting.value, id: id, for: viewer)
                ?? "\(id) was not set, because the configuration changed meanwhile"
        }
        return RestoredResource(parameters: parameters, skipped: skipped + passed)
    }
}

extension HistoryScene {
    init(_ picture: Mirror.Picture) {
        let catalog = picture.catalog
        func range(_ id: String) -> (compound: CompoundSpec, isLow: Bool)? {
            guard let part = catalog.index(of: id), let compound = catalog.compoundSpec(of: part), compound.kind.ends != nil else {
                return nil
            }
            return (compound, part == compound.parts[0])
        }
        self.init(
            make: { id, value in
                catalog.exclusion(of: id) == nil ? catalog.index(of: id).flatMap { catalog.value(from: value, parameter: $0) } : nil
            },
            current: { id in catalog.index(of: id).map { catalog.value(of: picture.reports[$0].value, parameter: $0) } },
            partner: { id in range(id).map { catalog.configuration.parameters[$0.compound.parts[$0.isLow ? 1 : 0]].id } },
            fits: { id, value, other in
                guard let (compound, isLow) = range(id), case .number(let here) = value, case .number(let there) = other else {
                    return true
                }
                let spec = catalog.configuration.parameters[compound.parts[0]]
                return compound.rule(on: spec)?.allows(isLow ? here : there, isLow ? there : here) ?? true
            })
    }
}

extension UndoRequest {
    /// Nil if it is to undo a recall and there is none. An undo without parameter or entry skips changes of page keys.
    fileprivate func undoReach(_ history: History, _ scene: HistoryScene) -> HistoryStep.Reach? {
        if recall ?? false { return history.lastRecall(in: scene).map { .only($0) } }
        return entry.map { .only($0) } ?? to.map { .to($0) } ?? .entries(count ?? 1, passingKeys: id == nil)
    }

    fileprivate var redoReach: HistoryStep.Reach { (entry ?? to).map { .to($0) } ?? .entries(count ?? 1) }
}

extension UndoHistory {
    var endpoints: [Endpoint] {
        [
            .long(Routes.listHistory) { [self] call throws(ServiceError) in try entries(for: call.viewer) },
            .on(Routes.undo, isLong: true) { [self] call, ask, caller throws(ServiceError) in
                if let page = call.page {
                    guard ask == UndoRequest() || ask == UndoRequest(count: 1) else {
                        throw .refused("the key of a page undoes the last change that was made with it; leave the body out")
                    }
                    return try await undoOwn(of: page, key: caller.writer ?? "", for: call.viewer)
                }
                return try await undo(ask, for: call.viewer, by: caller.writer)
            },
            .on(Routes.redo, isLong: true) { [self] call, ask, caller throws(ServiceError) in
                try await redo(ask, for: call.viewer, by: caller.writer)
            },
        ]
    }
}
