public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// What was changed, oldest first.
    public func history() async throws(ClientError) -> [HistoryEntryResource] { try await ask(Routes.listHistory) }
    /// Undoes the last change, or several, or those of one parameter.
    public func undo(_ request: UndoRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.undo, "", request)
    }
    /// Redoes what was undone last, or several undone changes.
    public func redo(_ request: UndoRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.redo, "", request)
    }
    /// All snapshots, by name.
    public func snapshots() async throws(ClientError) -> [SnapshotResource] { try await ask(Routes.listSnapshots) }
    /// One snapshot with its values beside the present ones.
    public func snapshot(_ name: String) async throws(ClientError) -> SnapshotContents { try await ask(Routes.getSnapshot, name) }
    /// Saves the present values as a snapshot.
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
    /// Sets the values of a snapshot, as a glide if `over` says so.
    public func recall(_ name: String, _ request: RecallRequest) async throws(ClientError) -> RestoredResource {
        try await ask(Routes.recallSnapshot, name, request)
    }
    /// All values and snapshots, as the bytes of a JSON document. May take long; `wait` as in `importDocument`.
    public func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await patiently(wait) { () async throws(ClientError) in try await self.bytes(Routes.export.row, isLimited: false) }
    }
    /// Takes such a document in, all or nothing.
    ///
    /// - Parameter wait: is called a few times a second with the time elapsed so far. There is no limit as long as the daemon
    ///   answers other requests; if it stops, this fails with `notAnswering`.
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
