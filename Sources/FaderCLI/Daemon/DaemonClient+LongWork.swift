internal import FaderAPI
internal import FaderKit

/// `wait` is called four times a second with the elapsed time.
extension DaemonClient {
    /// Makes the daemon load its config. If that has errors, throws a `problem` with diagnostics. A disk may take seconds to answer.
    func reload() async throws(ClientError) -> ReloadResource { try await ask(Routes.reload) }

    /// All profiles. The daemon reads the file of each of them for this.
    func profiles() async throws(ClientError) -> [ProfileResource] { try await ask(Routes.listProfiles) }

    func profile(_ name: String) async throws(ClientError) -> ProfileResource? {
        try await ask(Routes.listProfiles, query: [("name", name)]).first
    }

    /// The daemon reads all profiles to find those that fit.
    func controllers() async throws(ClientError) -> [ControllerResource] { try await ask(Routes.listControllers) }

    func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await bytes(Routes.export.row, wait: wait)
    }

    /// A document of `export`, or only its snapshots, all or nothing.
    func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, isOnlySnapshots: Bool = false, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let query = [("dry-run", isDryRun), ("snapshots-only", isOnlySnapshots)].filter { $0.1 }.map { ($0.0, "true") }
        return try Self.decode(try await self.bytes(Routes.importing.row, query: query, body: bytes, wait: wait))
    }
}
