internal import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// Runs work that may take long. There is no time limit as long as the daemon answers other requests.
    func withoutTimeLimit(
        _ wait: @escaping @Sendable (Duration) -> Void, _ work: @escaping @Sendable () async throws(ClientError) -> [UInt8]
    ) async throws(ClientError) -> [UInt8] {
        // The search for the socket has its own limit.
        let path = try await socket()
        let outcome = await withTaskGroup(of: Result<[UInt8], ClientError>?.self) { group in
            group.addTask { await Self.result(of: work) }
            group.addTask { await self.watch(path, wait).map { .failure($0) } }
            defer { group.cancelAll() }
            for await ended in group { if let ended { return ended } }
            return .failure(.notAnswering(path: path))
        }
        return try outcome.get()
    }

    private static func result(of work: () async throws(ClientError) -> [UInt8]) async -> Result<[UInt8], ClientError> {
        do throws(ClientError) { return .success(try await work()) } catch { return .failure(error) }
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
                _ = try await Exchange(path: path, timeout: max(1, timeout - tick), method: .get, uri: Routes.getStatus.path(), body: nil)
                    .perform()
            } catch {
                // If the daemon closes the connection, the work fails too, with a better error.
                if case .notAnswering = error { return error }
            }
        }
        return nil
    }
}
