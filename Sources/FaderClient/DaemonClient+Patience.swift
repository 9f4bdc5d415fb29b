internal import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// Runs work that may take long, without a limit as long as the daemon still answers other requests.
    func patiently(
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

    /// Reports the elapsed time until the task is cancelled (nil) or the daemon stops answering (the error).
    private func watch(_ path: String, _ wait: @Sendable (Duration) -> Void) async -> ClientError? {
        let start = ContinuousClock.now
        var looks = 0
        // Throws only when it is cancelled.
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            wait(start.duration(to: .now))
            looks += 1
            guard looks.isMultiple(of: 8) else { continue }
            do throws(ClientError) {
                _ = try await Exchange(path: path, patience: patience, method: .GET, uri: APIPath.status, body: nil).perform()
            } catch {
                // If the daemon closes the connection, the work fails too, with a better error.
                if case .notAnswering = error { return error }
            }
        }
        return nil
    }
}
