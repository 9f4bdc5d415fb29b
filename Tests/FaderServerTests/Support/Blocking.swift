import Dispatch

/// Runs blocking code on a separate thread: the thread pool of `async` has only one thread per core, and the server needs it.
func blocking<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
    }
}
