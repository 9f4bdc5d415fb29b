public import FaderAPI
internal import FaderConsole
internal import FaderModel
public import FaderServer
internal import FaderState
internal import Synchronization

extension Daemon {
    /// All snapshots, by name.
    public func snapshots() async -> [SnapshotResource] {
        store.snapshotResources
    }

    /// One snapshot: its values beside the present ones.
    public func snapshot(_ name: String, for wish: ViewerRequest) async throws(ServiceError) -> SnapshotContents {
        let snapshot = try known(name)
        let picture = desk.mirror.picture
        let catalog = picture.catalog
        let viewer = try Viewers.viewer(wish, catalog.configuration)
        let entries = snapshot.values.sorted { $0.key < $1.key }.map { id, value in
            guard let index = catalog.index(of: id) else {
                return SnapshotContents.Entry(id: id, value: value.value, text: nil, now: nil, isSame: false)
            }
            let now = picture.reports[index].value
            return SnapshotContents.Entry(
                id: id, value: value.value, text: catalog.text(of: value, id: id, for: viewer),
                now: catalog.text(of: now, parameter: index, for: viewer), isSame: catalog.number(of: value, parameter: index) == now,
                misfit: catalog.misfit(of: value, id: id, for: viewer))
        }
        return SnapshotContents(name: name, saved: WallTime.text(snapshot.saved), entries: entries)
    }

    /// Saves the present values under a name.
    public func saveSnapshot(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource {
        let picture = desk.mirror.picture
        let catalog = picture.catalog
        var values: [String: KeptValue] = [:]
        for (spec, report) in zip(catalog.configuration.parameters, picture.reports) where spec.id.hasPrefix(request.only ?? "") {
            values[spec.id] = catalog.kept(report.lasting, parameter: report.parameter)
        }
        guard !values.isEmpty else {
            throw .refused("no parameter's id begins with \"\(request.only ?? "")\"; \"faderctl list\" shows them all")
        }
        let snapshot = Snapshot(saved: WallClock.now, values: values)
        try shelve { () throws(StateError) in try store.setSnapshot(name, snapshot) }
        try await saveSnapshots()
        return SnapshotResource(name, snapshot)
    }

    /// Deletes a snapshot.
    public func deleteSnapshot(_ name: String) async throws(ServiceError) -> SnapshotResource {
        let snapshot = try known(name)
        try shelve { () throws(StateError) in try store.setSnapshot(name, nil) }
        try await saveSnapshots()
        return SnapshotResource(name, snapshot)
    }

    /// Renames a snapshot.
    public func renameSnapshot(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource {
        let snapshot = try known(name)
        try shelve { () throws(StateError) in try store.renameSnapshot(name, to: request.to) }
        try await saveSnapshots()
        return SnapshotResource(request.to, snapshot)
    }

    /// Sets the values of a snapshot, at once or as a glide.
    public func recall(
        _ name: String, _ request: RecallRequest, for wish: ViewerRequest, by writer: String? = nil
    ) async throws(ServiceError) -> RestoredResource {
        let snapshot = try known(name)
        let seconds = request.over ?? 0
        guard seconds >= 0, seconds <= RecallRequest.longest else {
            throw .refused("\"over\" must be 0 to \(Int(RecallRequest.longest)) seconds, for example {\"over\": 3}")
        }
        let viewer = try Viewers.viewer(wish, desk.mirror.catalog.configuration)
        let settings = snapshot.values.sorted { $0.key < $1.key }.filter { $0.key.hasPrefix(request.only ?? "") }
            .map { Setting(id: $0.key, value: $0.value) }
        guard !settings.isEmpty else { throw .refused("nothing in \"\(name)\" begins with \"\(request.only ?? "")\"") }
        await restoring.enter()
        defer { restoring.leave() }
        let over = seconds > 0 ? MonotonicTime.Interval(nanoseconds: UInt64(seconds * 1e9)) : nil
        let change = nextChange(by: writer)
        if over != nil { glidingRecall.withLock { [newest = store.historySummary.newest] in $0 = (settings.map(\.id), change, newest) } }
        let left = try await store.together { () throws(ServiceError) in
            try await apply(settings, .recall, over: over, change: change)
        }
        if desk.hub.isWatched {
            desk.hub.publish(News(EventName.recalled, RecalledEvent(name: name, over: over == nil ? nil : seconds, only: request.only)))
        }
        return over == nil ? try await restored(settings, left, viewer) : resources(settings, left, viewer)
    }

    private func known(_ name: String) throws(ServiceError) -> Snapshot {
        if let snapshot = store.snapshot(name) { return snapshot }
        throw .unknownSnapshot(name, suggestion: Suggester.nearest(to: name, among: store.snapshots.keys.sorted()))
    }

    private func shelve(_ act: () throws(StateError) -> Void) throws(ServiceError) {
        do throws(StateError) {
            try act()
        } catch {
            if case .snapshotExists = error { throw .conflict(error.description) }
            if case .noRoom = error { throw .noRoom(error.description) }
            throw .refused(error.description)
        }
        desk.publishSnapshots()
    }

    private func saveSnapshots() async throws(ServiceError) {
        if case .failed(let reason) = await store.flush() { throw .notSaved("done, but it could not be saved: \(reason)") }
    }
}

extension StateStore {
    /// All snapshots as the API lists them, by name.
    var snapshotResources: [SnapshotResource] { snapshots.sorted { $0.key < $1.key }.map { SnapshotResource($0.key, $0.value) } }
}

extension SnapshotResource {
    fileprivate init(_ name: String, _ snapshot: Snapshot) {
        self.init(name: name, saved: WallTime.text(snapshot.saved), count: snapshot.values.count)
    }
}
