public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// The history of changes, oldest first.
    public func history() async throws(ClientError) -> [HistoryEntryResource] { try await ask(Routes.listHistory) }
    /// Undoes the last change, several changes, or changes of one parameter.
    public func undo(_ request: UndoRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.undo, "", request)
    }
    /// Redoes the change that was undone last, several changes, or changes of one parameter.
    public func redo(_ request: UndoRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.redo, "", request)
    }
    /// All snapshots, sorted by name.
    public func snapshots() async throws(ClientError) -> [SnapshotResource] { try await ask(Routes.listSnapshots) }
    /// One snapshot, with its values next to the current ones.
    public func snapshot(_ name: String) async throws(ClientError) -> SnapshotContents { try await ask(Routes.getSnapshot, name) }
    /// Saves the current values as a snapshot: of the parameters whose ids begin with `prefix`, or of all.
    public func saveSnapshot(_ name: String, only prefix: String?) async throws(ClientError) -> SnapshotResource {
        try await ask(Routes.saveSnapshot, name, SnapshotRequest(only: prefix))
    }
    /// Deletes a snapshot.
    public func deleteSnapshot(_ name: String) async throws(ClientError) -> SnapshotResource {
        try await ask(Routes.deleteSnapshot, name)
    }
    /// Renames a snapshot.
    public func renameSnapshot(_ name: String, to new: String) async throws(ClientError) -> SnapshotResource {
        try await ask(Routes.renameSnapshot, name, RenameRequest(to: new))
    }
    /// Sets the values of a snapshot, with `over` as a glide.
    public func recall(_ name: String, _ request: RecallRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.recallSnapshot, name, request)
    }
    /// Returns all values and snapshots as the bytes of a JSON document. May take long; for `wait` see `importDocument`.
    public func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await patiently(wait) { () async throws(ClientError) in try await self.bytes(Routes.export.row, isLimited: false) }
    }
    /// Imports a document of `export`, either completely or not at all. With `isDryRun` nothing is changed.
    ///
    /// - Parameter wait: Called four times a second with the elapsed time. There is no time limit as long as the daemon answers other
    ///   requests; when it stops answering, the import fails with `notAnswering`.
    public func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let answer = try await patiently(wait) { () async throws(ClientError) in
            try await self.bytes(
                Routes.importing.row, query: isDryRun ? [("dry-run", "true")] : [], body: bytes, isLimited: false)
        }
        return try Self.decode(answer)
    }
}
