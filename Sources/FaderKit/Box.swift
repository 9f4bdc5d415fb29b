internal import FaderAPI
internal import Observation
internal import Synchronization

/// A value that the program has set and the daemon has not answered yet. Newer ones have higher numbers.
struct Wish: Sendable {
    var value: FaderValue
    var number: UInt64
}

/// One parameter as the whole program sees it. Safe to use from any thread.
///
/// A value that the program sets is shown at once. Until the daemon has answered, its reports are kept aside; then the newest value counts.
final class Box: Sendable, Observable {
    let id: String
    let refusals = Listeners<Refusal>()
    let presses = Listeners<Press>()
    private let changes = Listeners<Seen>()
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()

    private struct State {
        var confirmed: Seen
        var wish: Wish?
        var newestWish: UInt64 = 0
        /// The number of the last wish that was sent on this connection.
        var sentWish: UInt64 = 0
        var isLive = false
        var declaration: DeclareRequest?
        /// The kinds that fit its declaration; empty: all.
        var words: [String] = []
        var lastPress: UInt64 = 0

        var shown: Seen {
            guard let wish else { return confirmed }
            var shown = confirmed
            (shown.value, shown.origin, shown.isKnown) = (wish.value, .api, true)
            return shown
        }
    }

    init(_ id: String, _ value: FaderValue) {
        self.id = id
        // A parameter that this program has not declared is known once a daemon has reported it.
        state = Mutex(State(confirmed: Seen(value: value, isKnown: value != .nothing)))
    }

    /// What the program sees, for a reader that Observation may track.
    var shown: Seen {
        registrar.access(self, keyPath: \.observed)
        return state.withLock(\.shown)
    }

    /// Stands for the whole box in Observation.
    private var observed: Void { () }

    var isLive: Bool { state.withLock(\.isLive) }
    var declaration: DeclareRequest? { state.withLock(\.declaration) }
    var wish: Wish? { state.withLock(\.wish) }
    /// The number of the last value that the program has put; 0 before the first.
    var newestWish: UInt64 { state.withLock(\.newestWish) }
    func fits(_ kind: String) -> Bool { state.withLock { $0.words.isEmpty || $0.words.contains(kind) } }

    /// The present state, then each change; only the newest is kept.
    func follow() -> AsyncStream<Seen> { state.withLock { changes.stream(keeping: 1, first: $0.shown) } }

    private func change(_ work: (inout State) -> Void) {
        registrar.withMutation(of: self, keyPath: \.observed) {
            state.withLock { state in
                let before = state.shown
                work(&state)
                let shown = state.shown
                if shown.differs(from: before) { changes.tell(shown) }
            }
        }
    }

    func want(_ value: FaderValue) {
        change { state in
            state.newestWish += 1
            state.wish = Wish(value: value, number: state.newestWish)
        }
    }

    func nextWish() -> Wish? {
        state.withLock { state in
            guard state.isLive, let wish = state.wish, wish.number != state.sentWish else { return nil }
            state.sentWish = wish.number
            return wish
        }
    }

    func forget(_ wish: Wish) { change { if $0.wish?.number == wish.number { $0.wish = nil } } }

    /// Records a report of the daemon, and the wish that it answers.
    func confirm(_ seen: Seen, answering wish: Wish? = nil) {
        change { state in
            state.isLive = true
            if let wish, state.wish?.number == wish.number { state.wish = nil }
            if seen.revision >= state.confirmed.revision { state.confirmed = seen.completed(by: state.confirmed) }
        }
    }

    /// The connection is gone. Another daemon counts revisions and presses anew.
    func lose() {
        change { state in
            (state.isLive, state.lastPress, state.sentWish) = (false, 0, 0)
            (state.confirmed.revision, state.confirmed.isTouched) = (0, false)
        }
    }

    func vanish() { state.withLock { $0.isLive = false } }

    /// Notes what to declare; `words` are the kinds that fit it.
    func declare(_ request: DeclareRequest?, words: [String] = []) {
        state.withLock { ($0.declaration, $0.words) = (request, words) }
    }

    /// A trigger was pressed. Two streams of events may both report it.
    func press(_ press: Press) {
        state.withLock { state in
            guard press.run > state.lastPress else { return }
            state.lastPress = press.run
            presses.tell(press)
        }
    }

    func close() {
        vanish()
        changes.finish()
        refusals.finish()
        presses.finish()
    }
}
