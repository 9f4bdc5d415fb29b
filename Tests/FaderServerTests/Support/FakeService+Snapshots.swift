import FaderAPI
import FaderModel
import FaderServer
import Synchronization

/// History and snapshots as the API shows them; the real ones are tested with the daemon.
extension FakeService {
    func history(for viewer: ViewerWish) async throws(ServiceError) -> [HistoryEntryResource] {
        [
            HistoryEntryResource(
                number: 1, time: "2026-02-03T04:05:06.789Z", origin: "hand",
                changes: [.init(id: "master", before: "-12.0 dB", after: "-6.0 dB", undone: false)])
        ]
    }

    func undo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource {
        let id = request.id ?? "master"
        guard state.withLock({ $0.undone }) == nil else { throw .nothingToUndo("there is nothing to undo") }
        state.withLock { $0.undone = id }
        return RestoredResource(parameters: [try change(id, to: -12, origin: "undo")])
    }

    func redo(_ request: UndoRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource {
        guard let id = state.withLock({ $0.undone }) else { throw .nothingToUndo("there is nothing to redo") }
        state.withLock { $0.undone = nil }
        return RestoredResource(parameters: [try change(id, to: -6, origin: "undo")], skipped: ["gone is not configured"])
    }

    private static func resource(_ name: String, _ values: [String: Value]) -> SnapshotResource {
        SnapshotResource(name: name, saved: "2026-02-03T04:05:06.789Z", count: values.count)
    }

    private func known(_ name: String) throws(ServiceError) -> [String: Value] {
        guard let values = state.withLock({ $0.snapshots[name] }) else { throw .unknownSnapshot(name, suggestion: nil) }
        return values
    }

    func snapshots() async -> [SnapshotResource] {
        state.withLock(\.snapshots).sorted { $0.key < $1.key }.map { Self.resource($0.key, $0.value) }
    }

    func snapshot(_ name: String, for viewer: ViewerWish) async throws(ServiceError) -> SnapshotContents {
        let entries = try known(name).sorted { $0.key < $1.key }.map { id, value in
            SnapshotContents.Entry(id: id, value: value, text: "-6.0 dB", now: "-12.0 dB", isSame: false)
        }
        return SnapshotContents(name: name, saved: "2026-02-03T04:05:06.789Z", entries: entries)
    }

    func saveSnapshot(_ name: String, _ request: SnapshotRequest) async throws(ServiceError) -> SnapshotResource {
        let values = state.withLock { state in
            let kept = state.parameters.filter { $0.id.hasPrefix(request.only ?? "") }
            let values = Dictionary(uniqueKeysWithValues: kept.map { ($0.id, $0.value) })
            state.snapshots[name] = values
            return values
        }
        return Self.resource(name, values)
    }

    func deleteSnapshot(_ name: String) async throws(ServiceError) -> SnapshotResource {
        let values = try known(name)
        state.withLock { $0.snapshots[name] = nil }
        return Self.resource(name, values)
    }

    func renameSnapshot(_ name: String, _ request: RenameRequest) async throws(ServiceError) -> SnapshotResource {
        let values = try known(name)
        guard state.withLock({ $0.snapshots[request.to] }) == nil else { throw .conflict("there is a snapshot \"\(request.to)\" already") }
        state.withLock { state in
            state.snapshots[name] = nil
            state.snapshots[request.to] = values
        }
        return Self.resource(request.to, values)
    }

    func recall(_ name: String, _ request: RecallRequest, for viewer: ViewerWish) async throws(ServiceError) -> RestoredResource {
        var parameters: [ParameterResource] = []
        for (id, value) in try known(name).sorted(by: { $0.key < $1.key }) where id.hasPrefix(request.only ?? "") {
            parameters.append(try change(id, to: Self.number(value), origin: "recall"))
        }
        return RestoredResource(parameters: parameters)
    }

    func export() async -> [UInt8] { Array(#"{"faderd-export":1,"parameters":{"master":{"value":-6}},"snapshots":{}}"#.utf8) }

    func importDocument(_ bytes: [UInt8], isDryRun: Bool, for viewer: ViewerWish) async throws(ServiceError) -> [UInt8] {
        guard String(decoding: bytes, as: UTF8.self).contains("faderd-export") else { throw .refusedImport(["it is no export of faderd"]) }
        do throws(WireError) {
            return try ImportResource(parameters: ["master"], snapshots: [], dryRun: isDryRun).encoded()
        } catch {
            throw .unavailable(error.description)
        }
    }
}
