internal import FaderAPI
internal import FaderKit

/// Requests that take long where there is much to do. `wait` is called four times a second with the elapsed time.
extension DaemonClient {
    /// Makes the daemon read its config again. If the config has errors, throws a `problem` with diagnostics. A disk may take seconds to
    /// answer.
    func reload() async throws(ClientError) -> ReloadResource { try await ask(Routes.reload) }

    /// The profiles that there are. The daemon reads all of them.
    func profiles() async throws(ClientError) -> [ProfileResource] { try await ask(Routes.listProfiles) }

    /// The profile of a name; nil if there is none.
    func profile(_ name: String) async throws(ClientError) -> ProfileResource? {
        try await ask(Routes.listProfiles, query: [("name", name)]).first
    }

    /// The controllers that are connected, with the profiles that fit. For these, the daemon reads all profiles.
    func controllers() async throws(ClientError) -> [ControllerResource] { try await ask(Routes.listControllers) }

    /// Returns all values and snapshots as the bytes of a JSON document.
    func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await bytes(Routes.export.row, wait: wait)
    }

    /// Imports a document of `export`, or only its snapshots, either completely or not at all. With `isDryRun` nothing is changed.
    func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, isOnlySnapshots: Bool = false, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let query = [("dry-run", isDryRun), ("snapshots-only", isOnlySnapshots)].filter { $0.1 }.map { ($0.0, "true") }
        return try Self.decode(try await self.bytes(Routes.importing.row, query: query, body: bytes, wait: wait))
    }
}
