public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// What was changed, oldest first.
    public func history() async throws(ClientError) -> [HistoryEntryResource] { try await get(viewed(APIPath.history)) }
    /// Takes the last change back, or the last of one parameter.
    public func undo(_ id: String?) async throws(ClientError) -> RestoredResource {
        try await send(.POST, viewed(APIPath.undo), UndoRequest(id: id))
    }
    /// Brings back what was undone last.
    public func redo(_ id: String?) async throws(ClientError) -> RestoredResource {
        try await send(.POST, viewed(APIPath.redo), UndoRequest(id: id))
    }
    /// All snapshots, by name.
    public func snapshots() async throws(ClientError) -> [SnapshotResource] { try await get(APIPath.snapshots) }
    /// One with its values beside those of now.
    public func snapshot(_ name: String) async throws(ClientError) -> SnapshotContents { try await get(viewed(APIPath.snapshot(name))) }
    /// Saves the values of now.
    public func saveSnapshot(_ name: String, only prefix: String?) async throws(ClientError) -> SnapshotResource {
        try await send(.PUT, APIPath.snapshot(name), SnapshotRequest(only: prefix))
    }
    /// Forgets one.
    public func deleteSnapshot(_ name: String) async throws(ClientError) -> SnapshotResource {
        try await exchange(.DELETE, APIPath.snapshot(name), nil)
    }
    /// Gives one another name.
    public func renameSnapshot(_ name: String, to new: String) async throws(ClientError) -> SnapshotResource {
        try await send(.POST, APIPath.rename(name), RenameRequest(to: new))
    }
    /// Sets what one holds, over some seconds where `over` says so.
    public func recall(_ name: String, _ request: RecallRequest) async throws(ClientError) -> RestoredResource {
        try await send(.POST, viewed(APIPath.recall(name)), request)
    }
    /// All values and snapshots, as the bytes of a JSON document. May take long; `wait` as in `importDocument`.
    public func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await patiently(wait) { () async throws(ClientError) in try await self.bytes(.GET, APIPath.export, nil, isLimited: false) }
    }
    /// Takes such a document in, all or nothing.
    ///
    /// - Parameter wait: is told again and again, a few times a second, how long it has taken. There is no limit as long as the daemon
    ///   answers others; where it does not, this ends with `notAnswering`.
    public func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let uri = viewed(APIPath.importing, isDryRun ? [("dry-run", "true")] : [])
        let answer = try await patiently(wait) { () async throws(ClientError) in
            try await self.bytes(.POST, uri, bytes, isLimited: false)
        }
        return try Self.decode(status: 200, body: answer)
    }
}
