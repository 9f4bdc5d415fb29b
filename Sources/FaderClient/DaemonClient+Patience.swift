internal import FaderAPI
internal import NIOHTTP1

extension DaemonClient {
    /// Does what may take long. The daemon is not given up as long as it answers something else.
    func patiently(
        _ wait: @escaping @Sendable (Duration) -> Void, _ work: @escaping @Sendable () async throws(ClientError) -> [UInt8]
    ) async throws(ClientError) -> [UInt8] {
        // The search has its own limit.
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

    /// Tells the time until the daemon is found dead, with what, or the task is cancelled.
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
                // What it closes, it closes for the work as well, which tells better why.
                if case .notAnswering = error { return error }
            }
        }
        return nil
    }
}
