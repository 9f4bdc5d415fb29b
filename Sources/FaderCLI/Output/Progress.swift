internal import Glibc
internal import Synchronization

/// What is shown during a long task: `importing 8388608 bytes, 3 s`. Shows nothing if standard error is not a terminal.
final class Progress: Sendable {
    private let what: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let isShown = Mutex(false)
    private static let timeout = Duration.milliseconds(700)

    private init(_ what: String) { self.what = what }

    /// The task calls its argument with the time that it has taken so far.
    static func shown<Result>(
        _ what: String, _ task: (_ wait: @escaping @Sendable (Duration) -> Void) async throws -> Result
    ) async throws -> Result {
        let progress = Progress(what)
        defer { progress.clear() }
        return try await task { progress.show($0) }
    }

    private func show(_ time: Duration) {
        guard isTerminal, time > Self.timeout else { return }
        isShown.withLock { $0 = true }
        Output.drawAside("\r\u{1B}[K\(what), \(time.components.seconds) s")
    }

    private func clear() {
        if isShown.withLock({ $0 }) { Output.drawAside("\r\u{1B}[K") }
    }
}
