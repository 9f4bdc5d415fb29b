internal import Synchronization

/// Listeners, each with a stream. Safe to use from any thread.
final class Listeners<Item: Sendable>: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<Item>.Continuation] = [:]
        var newest: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// A stream of all items from now on. Of unread items it keeps the newest `most`.
    func stream(keeping most: Int, first: Item? = nil) -> AsyncStream<Item> {
        let (stream, listener) = AsyncStream.makeStream(of: Item.self, bufferingPolicy: .bufferingNewest(most))
        if let first { listener.yield(first) }
        let number: UInt64? = state.withLock { state in
            if state.isOver { return nil }
            state.newest += 1
            state.listeners[state.newest] = listener
            return state.newest
        }
        guard let number else {
            listener.finish()
            return stream
        }
        // Outside the lock, because its release may end another stream.
        listener.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) } }
        return stream
    }

    func tell(_ item: Item) { state.withLock { state in for listener in state.listeners.values { listener.yield(item) } } }

    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }
}
