internal import FaderAPI
package import NIOCore
internal import Synchronization

/// Watches a daemon that owes an answer. That may take any time, as long as the daemon answers when asked for its status. Safe to use from
/// any thread.
package final class AnswerWatch: Sendable {
    private static let tick = TimeAmount.milliseconds(250)
    private static let ticksBetween = 8

    private let path: String
    private let loop: any EventLoop
    private let timeout: Int64
    private let onSilence: @Sendable () -> Void
    private let task = Mutex<RepeatedTask?>(nil)

    /// - Parameters:
    ///   - timeout: how long a daemon may give no sign of life, in milliseconds.
    ///   - wait: called four times a second with the elapsed time.
    ///   - onSilence: called on the loop after that long without a sign of life.
    package init(
        _ path: String, on loop: any EventLoop, timeout: Int64, wait: @escaping @Sendable (Duration) -> Void = { _ in },
        onSilence: @escaping @Sendable () -> Void
    ) {
        (self.path, self.loop, self.timeout, self.onSilence) = (path, loop, timeout, onSilence)
        let start = NIODeadline.now()
        let ticks = Atomic(0)
        let task = loop.scheduleRepeatedTask(initialDelay: Self.tick, delay: Self.tick) { [weak self] _ in
            let elapsed = NIODeadline.now() - start
            wait(.nanoseconds(elapsed.nanoseconds))
            let (tick, _) = ticks.add(1, ordering: .relaxed)
            // Few commands take so long that they ask at all.
            if tick.isMultiple(of: Self.ticksBetween) { self?.ask(isFirst: tick == 0) }
        }
        self.task.withLock { $0 = task }
    }

    deinit { end() }

    /// The answer has come, or nobody waits for it any more.
    package func end() { task.withLock { $0?.cancel() } }

    private func ask(isFirst: Bool) {
        // The first tick was already waited for.
        let limit = isFirst ? max(1, timeout - Self.tick.nanoseconds / 1_000_000) : timeout
        DaemonClient.probe(path, on: loop, timeout: limit).whenFailure { [weak self, path] error in
            // A daemon that ends closes the connection of the request, too, which says more.
            guard let self, case .notAnswering = RequestExchange.clientError(error, path: path) else { return }
            end()
            onSilence()
        }
    }
}
