internal import Synchronization

/// What can be read of the connection without `await`: its parameters, how it stands, what is wrong. Safe to use from any thread.
final class Board: Sendable {
    private struct State {
        var boxes: [String: Box] = [:]
        /// In the order in which the program came to know them.
        var order: [Box] = []
        var version: UInt64 = 0
        var status = Faders.Status.connecting
        var statuses = Listeners<Faders.Status>()
        var connection: Refusal?
        var refused: [String: Refusal] = [:]
    }

    private let state = Mutex(State())

    var status: Faders.Status { state.withLock(\.status) }
    var boxes: [Box] { state.withLock(\.order) }
    /// Another number whenever there are other boxes.
    var version: UInt64 { state.withLock(\.version) }
    var problems: [Refusal] {
        state.withLock { state in [state.connection].compactMap { $0 } + state.order.compactMap { state.refused[$0.id] } }
    }

    func box(_ id: String) -> Box? { state.withLock { $0.boxes[id] } }

    /// The box of an id, which is made if it is new.
    func box(_ id: String, _ value: FaderValue) -> Box { boxOrNew(id, value).box }

    /// The same, and whether it is new.
    func boxOrNew(_ id: String, _ value: FaderValue) -> (box: Box, isNew: Bool) {
        state.withLock { state in
            if let box = state.boxes[id] { return (box, false) }
            let box = Box(id, value)
            // After `close` nothing is followed any more.
            if state.status == .closed { box.close() }
            state.boxes[id] = box
            state.order.append(box)
            state.version += 1
            return (box, true)
        }
    }

    func remove(_ box: Box) {
        state.withLock { state in
            guard state.boxes[box.id] === box else { return }
            state.boxes[box.id] = nil
            state.refused[box.id] = nil
            state.order.removeAll { $0 === box }
            state.version += 1
        }
        box.close()
    }

    func follow() -> AsyncStream<Faders.Status> {
        let (stream, listener) = AsyncStream.makeStream(of: Faders.Status.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            listener.yield(state.status)
            return state.statuses.add(listener)
        }
        listener.onTermination = { [weak self] _ in
            // Let go of outside the lock, because that may end another listener.
            _ = self?.state.withLock { $0.statuses.remove(number) }
        }
        if status == .closed { listener.finish() }
        return stream
    }

    func set(_ status: Faders.Status, problem: Refusal? = nil) {
        state.withLock { state in
            guard state.status != .closed else { return }
            state.connection = problem
            guard state.status != status else { return }
            state.status = status
            state.statuses.tell(status)
        }
    }

    func refusal(of id: String) -> Refusal? { state.withLock { $0.refused[id] } }

    /// A declaration was refused; nil: it is good now.
    func set(_ refusal: Refusal?, of id: String) { state.withLock { $0.refused[id] = refusal } }

    func close() {
        set(.closed)
        let (boxes, statuses) = state.withLock { state in
            defer { state.statuses = Listeners() }
            return (state.order, state.statuses)
        }
        for box in boxes { box.close() }
        statuses.finish()
    }
}
