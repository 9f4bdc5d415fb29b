public import FaderAPI
internal import FaderCore
public import FaderServer
internal import FaderState

extension Daemon {
    /// Every entry that is kept, oldest first.
    public func history(for wish: ViewerWish) async throws(ServiceError) -> [HistoryEntryResource] {
        let catalog = desk.mirror.catalog
        let viewer = try viewers.viewer(wish, catalog.configuration)
        return store.history.entries.map { entry in
            HistoryEntryResource(
                number: entry.number, time: WireTime.text(secondsSince1970: entry.time), origin: entry.origin.word,
                changes: entry.changes.map { change in
                    HistoryEntryResource.Change(
                        id: change.id, before: catalog.text(of: change.before, id: change.id, for: viewer),
                        after: catalog.text(of: change.after, id: change.id, for: viewer), undone: change.undone != nil)
                })
        }
    }

    /// Takes back the last change; durable when it returns.
    public func undo(_ request: UndoRequest, for wish: ViewerWish) async throws(ServiceError) -> RestoredResource {
        try await travel(request.id, wish, nothing: "undo") { $0.undo(where: $1) }
    }

    /// Brings back what was undone last; durable when it returns.
    public func redo(_ request: UndoRequest, for wish: ViewerWish) async throws(ServiceError) -> RestoredResource {
        try await travel(request.id, wish, nothing: "redo") { $0.redo(where: $1) }
    }

    private func travel(
        _ id: String?, _ wish: ViewerWish, nothing word: String,
        _ find: (History, (String, Value) -> Bool) -> HistoryStep?
    ) async throws(ServiceError) -> RestoredResource {
        var ids: Set<String>?
        if let id {
            let (standing, _) = try look(up: id, wish)
            ids = Set(standing.catalog.parameters(of: standing.place).map { standing.catalog.configuration.parameters[$0].id })
        }
        let viewer = try viewers.viewer(wish, desk.mirror.catalog.configuration)
        await restoring.enter()
        defer { restoring.leave() }
        // What is not configured, or cannot be had any more, would stand in the way of everything older.
        let catalog = desk.mirror.catalog
        let step = find(store.history) { id, value in
            guard ids?.contains(id) ?? true, case .parameter(let index)? = catalog.places[id] else { return false }
            return catalog.number(of: value, parameter: index) != nil
        }
        guard let step else {
            throw .nothingToUndo("there is nothing to \(word)\(id.map { " of \($0)" } ?? "")")
        }
        let settings = step.values.sorted { $0.key < $1.key }.map { Setting(id: $0.key, value: $0.value) }
        let left = try await store.together { () throws(ServiceError) in
            let left = try await apply(settings, .undo, group: nextChange())
            store.commit(step, except: Set(left))
            return left
        }
        return try await restored(settings, left, viewer)
    }

    /// What a change of several came to, once it is durable.
    func restored(_ settings: [Setting], _ left: [String], _ viewer: Viewer) async throws(ServiceError) -> RestoredResource {
        if case .failed(let reason) = await store.flush() { throw .notSaved("the values are set, but could not be saved: \(reason)") }
        return resources(settings, left, viewer)
    }

    func resources(_ settings: [Setting], _ left: [String], _ viewer: Viewer) -> RestoredResource {
        let missing = Set(left)
        let parameters = settings.filter { !missing.contains($0.id) }.compactMap { setting in
            desk.mirror.look(up: setting.id).map { $0.catalog.resource($0.place, $0.reports, for: viewer) }
        }
        let skipped = left.map { id in
            desk.mirror.look(up: id) == nil
                ? "\(id) is not configured" : "\(id) cannot have that value any more; its kind or range was changed"
        }
        return RestoredResource(parameters: parameters, skipped: skipped)
    }
}

extension Catalog {
    /// A value as a person reads it, also that of a parameter that is not configured now.
    func text(of value: Value, id: String, for viewer: Viewer) -> String {
        if case .parameter(let index)? = places[id], let text = text(of: value, parameter: index, for: viewer) { return text }
        return switch value {
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .word(let word): word
        case .pair(let low, let high): "\(low)…\(high)"
        }
    }
}
