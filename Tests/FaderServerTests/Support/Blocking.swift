import Dispatch

/// Runs what blocks on a thread of its own: the pool of `async` has as many threads as the machine has cores, and the server needs them.
func blocking<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
    }
}

/// Waits until something is so, at most `seconds`; false if it never was.
func eventually(within seconds: Double = 30, _ isSo: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        if try await isSo() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return try await isSo()
}
