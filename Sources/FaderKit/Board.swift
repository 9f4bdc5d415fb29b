internal import FaderValues
internal import Synchronization

/// What can be read of the connection without `await`. Safe to use from any thread.
final class Board: Sendable {
    private struct State {
        var boxes: [String: Box] = [:]
        /// In the order in which the program first named them.
        var order: [Box] = []
        /// The first words of their ids, and of those that were taken back.
        var words: Set<String> = []
        var status = Faders.Status.connecting
        var connection: Refusal?
        var refused: [String: Refusal] = [:]
    }

    private let state = Mutex(State())
    private let statuses = Listeners<Faders.Status>()

    var status: Faders.Status { state.withLock(\.status) }
    var boxes: [Box] { state.withLock(\.order) }
    /// So that a few more ids seldom need another stream. Empty: all ids.
    var words: [String] {
        let words = state.withLock(\.words)
        // No id contains this: a program without parameters is sent none.
        return words.count > IDPatterns.most ? [] : words.isEmpty ? ["#"] : words.sorted()
    }
    var problems: [Refusal] {
        state.withLock { state in [state.connection].compactMap { $0 } + state.order.compactMap { state.refused[$0.id] } }
    }

    func box(_ id: String) -> Box? { state.withLock { $0.boxes[id] } }

    func box(_ id: String, _ value: FaderValue) -> Box {
        state.withLock { state in
            if let box = state.boxes[id] { return box }
            let box = Box(id, value)
            // After `close` nothing is followed any more.
            if state.status == .closed { box.close() }
            state.boxes[id] = box
            state.order.append(box)
            state.words.insert(id.firstIndex(of: ".").map { String(id[...$0]) } ?? id)
            return box
        }
    }

    func remove(_ box: Box) {
        state.withLock { state in
            guard state.boxes[box.id] === box else { return }
            (state.boxes[box.id], state.refused[box.id]) = (nil, nil)
            state.order.removeAll { $0 === box }
        }
        box.close()
    }

    func follow() -> AsyncStream<Faders.Status> { state.withLock { statuses.stream(keeping: 1, first: $0.status) } }

    func set(_ status: Faders.Status, problem: Refusal? = nil) {
        state.withLock { state in
            guard state.status != .closed else { return }
            state.connection = problem
            guard state.status != status else { return }
            state.status = status
            statuses.tell(status)
        }
    }

    func refusal(of id: String) -> Refusal? { state.withLock { $0.refused[id] } }

    /// Why a declaration was refused; nil: it is accepted now.
    func set(_ refusal: Refusal?, of id: String) { state.withLock { $0.refused[id] = refusal } }

    func close() {
        set(.closed)
        for box in boxes { box.close() }
        statuses.finish()
    }
}
