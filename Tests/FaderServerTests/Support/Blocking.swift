import Dispatch

/// Runs blocking code on a separate thread: the thread pool of `async` has only one thread per core, and the server needs it.
func blocking<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
    }
}

/// Waits until a condition is true, for at most `seconds`; false if it never was.
func eventually(within seconds: Double = 30, _ isSo: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try await isSo() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try await isSo()
}
