internal import FaderThreads
internal import NIOCore
internal import Synchronization

extension EventLoopFuture<Void> {
    /// Waits until it is complete, but no longer than the limit, which does not depend on its event loop.
    func isComplete(within limit: Duration) async -> Bool {
        let answer = Answer()
        let bell = try? Doorbell()
        // Not a sleeping task, because that would start Swift's thread pool.
        let thread = bell.flatMap { bell in
            try? Thread("faderd-timeout") {
                bell.wait(atMost: limit)
                answer.give(false)
            }
        }
        thread?.detach()
        let isComplete = await withCheckedContinuation { continuation in
            answer.wait(continuation)
            whenComplete { _ in answer.give(true) }
        }
        bell?.ring()
        return isComplete
    }
}

/// The first of two answers to one who waits.
private final class Answer: Sendable {
    private struct State {
        var waiter: CheckedContinuation<Bool, Never>?
        var value: Bool?
    }

    private let state = Mutex(State())

    func wait(_ continuation: CheckedContinuation<Bool, Never>) {
        let value = state.withLock { state in
            if state.value == nil { state.waiter = continuation }
            return state.value
        }
        if let value { continuation.resume(returning: value) }
    }

    func give(_ value: Bool) {
        let waiter = state.withLock { state in
            defer { (state.waiter, state.value) = (nil, state.value ?? value) }
            return state.waiter
        }
        waiter?.resume(returning: value)
    }
}
