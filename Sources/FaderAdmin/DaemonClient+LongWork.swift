public import FaderAPI
public import FaderClient

/// Requests that may take long. They have no time limit as long as the daemon answers other requests; when it stops answering, they fail
/// with `notAnswering`. `wait` is called four times a second with the elapsed time.
extension DaemonClient {
    /// Makes the daemon read its config again. If the config has errors, throws a `problem` with diagnostics. A disk may take seconds to
    /// answer.
    public func reload() async throws(ClientError) -> ReloadResource { try Self.decode(try await longWork(Routes.reload.row)) }

    /// The profiles that there are. The daemon reads all of them.
    public func profiles() async throws(ClientError) -> [ProfileResource] { try Self.decode(try await longWork(Routes.listProfiles.row)) }

    /// The profile of a name; nil if there is none.
    public func profile(_ name: String) async throws(ClientError) -> ProfileResource? {
        let found: [ProfileResource] = try Self.decode(try await longWork(Routes.listProfiles.row, query: [("name", name)]))
        return found.first
    }

    /// The controllers that are connected, with the profiles that fit. For these, the daemon reads all profiles.
    public func controllers() async throws(ClientError) -> [ControllerResource] {
        try Self.decode(try await longWork(Routes.listControllers.row))
    }

    /// Returns all values and snapshots as the bytes of a JSON document.
    public func export(wait: @escaping @Sendable (Duration) -> Void = { _ in }) async throws(ClientError) -> [UInt8] {
        try await longWork(Routes.export.row, wait: wait)
    }

    /// Imports a document of `export`, or only its snapshots, either completely or not at all. With `isDryRun` nothing is changed.
    public func importDocument(
        _ bytes: [UInt8], isDryRun: Bool, isOnlySnapshots: Bool = false, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> ImportResource {
        let query = [("dry-run", isDryRun), ("snapshots-only", isOnlySnapshots)].filter { $0.1 }.map { ($0.0, "true") }
        return try Self.decode(try await longWork(Routes.importing.row, query: query, body: bytes, wait: wait))
    }

    private func longWork(
        _ row: RouteRow, query: [(String, String)] = [], body: [UInt8]? = nil, wait: @escaping @Sendable (Duration) -> Void = { _ in }
    ) async throws(ClientError) -> [UInt8] {
        // The search for the socket has its own limit.
        let path = try await socket()
        let outcome = await withTaskGroup(of: Result<[UInt8], ClientError>?.self) { group in
            group.addTask {
                do throws(ClientError) {
                    return .success(try await self.bytes(row.call, query: query, body: body, isLimited: false))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { await self.watch(path, wait).map { .failure($0) } }
            defer { group.cancelAll() }
            for await ended in group { if let ended { return ended } }
            return .failure(.notAnswering(path: path))
        }
        return try outcome.get()
    }

    /// Calls `wait` with the elapsed time four times a second. Returns nil when the task is cancelled, or the error when the daemon stops
    /// answering.
    private func watch(_ path: String, _ wait: @Sendable (Duration) -> Void) async -> ClientError? {
        let start = ContinuousClock.now
        let tick: Int64 = 250
        var ticks = 0
        // `sleep` throws only when the task is cancelled.
        while (try? await Task.sleep(for: .milliseconds(tick))) != nil {
            wait(start.duration(to: .now))
            // Asks for the status after the first tick, so that a daemon that never answers is noticed when `timeout` has passed. Then it
            // asks every two seconds.
            defer { ticks += 1 }
            guard ticks.isMultiple(of: 8) else { continue }
            do throws(ClientError) {
                try await Self.probe(path, timeout: max(1, timeout - tick))
            } catch {
                // If the daemon closes the connection, the work fails too, with a better error.
                if case .notAnswering = error { return error }
            }
        }
        return nil
    }
}
