/// Counts how many ticks of this length pass beside some work. Unlike a clock, the ticks are delayed by whatever else keeps the threads of the
/// tests busy, so a limit of ticks holds on a busy machine, too.
public func ticks(of length: Duration = .milliseconds(100), during work: () async throws -> Void) async throws -> Int {
    let counter = Task {
        var count = 0
        while (try? await Task.sleep(for: length)) != nil { count += 1 }
        return count
    }
    defer { counter.cancel() }
    try await work()
    counter.cancel()
    return await counter.value
}

/// Looks until something is true, up to 6,000 times 5 ms apart: half a minute, and longer on a busy machine.
public func eventually(_ isSo: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<6_000 {
        if try await isSo() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return try await isSo()
}
