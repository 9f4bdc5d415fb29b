public import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// Returns all values and snapshots as the bytes of a JSON document. May take long; for `wait` see `importDocument`.
    public func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await withoutTimeLimit(wait) { () async throws(ClientError) in try await self.bytes(Routes.export.row, isLimited: false) }
    }
    /// Imports a document of `export`, either completely or not at all. With `isDryRun` nothing is changed.
    ///
    /// - Parameter wait: Called four times a second with the elapsed time. There is no time limit as long as the daemon answers other
    ///   requests; when it stops answering, the import fails with `notAnswering`.
    public func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let answer = try await withoutTimeLimit(wait) { () async throws(ClientError) in
            try await self.bytes(
                Routes.importing.row, query: isDryRun ? [("dry-run", "true")] : [], body: bytes, isLimited: false)
        }
        return try Self.decode(answer)
    }
}
