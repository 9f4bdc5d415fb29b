internal import FaderAPI
internal import Observation
internal import Synchronization

/// What the daemon, or the program itself, said last of a parameter.
@usableFromInline struct Seen: Sendable {
    @usableFromInline var value: FaderValue
    @usableFromInline var text = ""
    @usableFromInline var position: Double?
    @usableFromInline var origin = Origin.restore
    @usableFromInline var isTouched = false
    @usableFromInline var isKnown = true
    var revision: UInt64 = 0
    /// Whether it is a number or integer; nil: as before. Only then the word "-inf" means minus infinity.
    var isNumeric: Bool?

    /// Whether a consumer can tell one from the other.
    func differs(from other: Seen) -> Bool {
        value != other.value || text != other.text || position != other.position || origin != other.origin || isTouched != other.isTouched
            || isKnown != other.isKnown
    }

    /// Completes it: `wasNumeric` is what is known so far.
    mutating func complete(_ wasNumeric: Bool?) {
        isNumeric = isNumeric ?? wasNumeric
        if isNumeric == true, value == .word("-inf") { value = .number(-.infinity) }
    }
}

/// A value that the program has set and the daemon has not answered yet. Newer ones have higher numbers.
struct Wish: Sendable {
    var value: FaderValue
    var number: UInt64
}

/// One parameter, as everybody in the program sees it. Safe to read and set from any thread.
///
/// A value that the program sets is shown at once. Until the daemon has answered, what it reports is kept aside: then the newest counts.
final class Box: Sendable, Observable {
    let id: String
    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()
    /// Whether anybody has read it where Observation can see it.
    private let isObserved = Atomic(false)

    private struct State {
        var confirmed: Seen
        var wish: Wish?
        var wishes: UInt64 = 0
        var isLive = false
        var isClosed = false
        var declaration: DeclareRequest?
        /// The kinds that fit its declaration; empty: all.
        var words: [String] = []
        /// Whether it waits to be sent.
        var isQueued = false
        /// In the order of their numbers.
        var followers: [FollowerState] = []
        var newestFollower: UInt64 = 0
        var refusals = Listeners<Refusal>()
        var presses = Listeners<Press>()
        var lastPress: UInt64 = 0

        var shown: Seen {
            guard let wish else { return confirmed }
            var shown = confirmed
            (shown.value, shown.origin, shown.isKnown) = (wish.value, .api, true)
            return shown
        }

        /// Notes what the daemon says; `wish` is what it answers. Returns whether that shows.
        mutating func confirm(_ seen: Seen, answering answered: Wish?) -> Bool {
            isLive = true
            let before = wish == nil ? nil : shown
            if let answered, wish?.number == answered.number { wish = nil }
            let isOther = seen.revision >= confirmed.revision && adopt(seen)
            // Mostly nothing that the program has set waits for an answer. Then what is confirmed is what shows.
            return before.map { shown.differs(from: $0) } ?? isOther
        }

        /// Adopts what the daemon says. Returns whether it differs from what it said before.
        private mutating func adopt(_ seen: consuming Seen) -> Bool {
            seen.complete(confirmed.isNumeric)
            let isOther = seen.differs(from: confirmed)
            confirmed = seen
            return isOther
        }

        /// There is news for all followers. Those that wait are to be woken.
        mutating func tellFollowers(_ woken: inout Wakeups) {
            for index in followers.indices { followers[index].tell(&woken) }
        }

        /// The place of a follower; nil if it has ended.
        func place(of number: UInt64) -> Int? {
            var (low, high) = (0, followers.count)
            while low < high {
                let middle = (low + high) / 2
                if followers[middle].number < number { low = middle + 1 } else { high = middle }
            }
            return low < followers.count && followers[low].number == number ? low : nil
        }
    }

    /// What is kept for one `Follower`.
    private struct FollowerState {
        let number: UInt64
        /// Whether the parameter is something else than what it has read.
        var hasNews = true
        /// Waits for news.
        var waiting: Waiting?

        mutating func tell(_ woken: inout Wakeups) {
            hasNews = true
            woken.add(waiting.take())
        }
    }

    init(_ id: String, _ value: FaderValue) {
        self.id = id
        // What this program has not declared is known once a daemon has told it.
        state = Mutex(State(confirmed: Seen(value: value, isKnown: value != .nothing)))
    }

    // MARK: Reading

    /// What the program sees, for a reader that Observation may track.
    var shown: Seen {
        isObserved.store(true, ordering: .relaxed)
        registrar.access(self, keyPath: \.observed)
        return state.withLock(\.shown)
    }

    /// Stands for the whole box in Observation.
    private var observed: Void { () }

    /// Whether the daemon has the parameter now.
    var isLive: Bool { state.withLock(\.isLive) }
    var declaration: DeclareRequest? { state.withLock(\.declaration) }
    var wish: Wish? { state.withLock(\.wish) }
    /// The number of the last value that the program has put; 0 before the first.
    var newestWish: UInt64 { state.withLock(\.wishes) }

    func refusals() -> AsyncStream<Refusal> { listen(\.refusals, keeping: 16) }
    func presses() -> AsyncStream<Press> { listen(\.presses, keeping: 64) }

    private func listen<Item>(
        _ list: any WritableKeyPath<State, Listeners<Item>> & Sendable, keeping most: Int
    ) -> AsyncStream<Item> {
        let (stream, listener) = AsyncStream.makeStream(of: Item.self, bufferingPolicy: .bufferingNewest(most))
        let number: UInt64? = state.withLock { $0.isClosed ? nil : $0[keyPath: list].add(listener) }
        guard let number else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            // Let go of outside the lock, because that may end another listener.
            _ = self?.state.withLock { $0[keyPath: list].remove(number) }
        }
        return stream
    }

    // MARK: Following

    /// Begins to follow it; what it is now is the first news. Returns the number of the follower.
    func follow() -> UInt64 {
        state.withLock { state in
            state.newestFollower += 1
            state.followers.append(FollowerState(number: state.newestFollower))
            return state.newestFollower
        }
    }

    /// Ends a follower, which is woken if it waits.
    func unfollow(_ number: UInt64) {
        let waiting = state.withLock { state in state.place(of: number).flatMap { state.followers.remove(at: $0).waiting } }
        waiting?.end()
    }

    /// What a follower has not read yet.
    enum News {
        case seen(Seen)
        /// Nothing, so far.
        case none
        /// Nothing will come any more.
        case ended
    }

    /// What is new for a follower, which then has read it.
    func news(for number: UInt64) -> News {
        state.withLock { state in
            guard let place = state.place(of: number) else { return .ended }
            guard state.followers[place].hasNews else { return state.isClosed ? .ended : .none }
            state.followers[place].hasNews = false
            return .seen(state.shown)
        }
    }

    /// Ends the waiting when there is something else than `none` for a follower.
    func wait(_ number: UInt64, _ waiting: Waiting) {
        let isOver = state.withLock { state in
            guard let place = state.place(of: number), !state.followers[place].hasNews, !state.isClosed else { return true }
            precondition(
                state.followers[place].waiting == nil, "two tasks wait for the next change of one iterator; make one for each task")
            state.followers[place].waiting = waiting
            return false
        }
        if isOver { waiting.end() }
    }

    // MARK: Changing

    /// Changes the state; `work` returns whether that shows. If so, the followers have news; those that wait are woken with `woken`.
    private func change(waking woken: inout Wakeups, _ work: (inout State) -> Bool) {
        func changeAndTell() { state.withLock { if work(&$0) { $0.tellFollowers(&woken) } } }
        guard isObserved.load(ordering: .relaxed) else { return changeAndTell() }
        registrar.withMutation(of: self, keyPath: \.observed, changeAndTell)
    }

    /// Changes the state, and wakes those that wait if that shows.
    private func change(_ work: (inout State) -> Void) {
        var woken = Wakeups()
        change(waking: &woken) { state in
            let before = state.shown
            work(&state)
            return state.shown.differs(from: before)
        }
        woken.wake()
    }

    /// The program has set a value. Returns whether it has to be queued: an earlier value may be waiting, and this one takes its place.
    func want(_ value: FaderValue) -> Bool {
        var wasQueued = false
        change { state in
            state.wishes += 1
            state.wish = Wish(value: value, number: state.wishes)
            (wasQueued, state.isQueued) = (state.isQueued, true)
        }
        return !wasQueued
    }

    /// Takes it out of the queue. Returns the value to send; nil if there is none, or nobody to whom it could be sent.
    func dequeue() -> Wish? {
        state.withLock { state in
            state.isQueued = false
            return state.isLive ? state.wish : nil
        }
    }

    /// Puts it into the queue again if it has a value that was not answered. Returns whether it has to be queued.
    func queueAgain() -> Bool {
        state.withLock { state in
            guard state.isLive, state.wish != nil, !state.isQueued else { return false }
            state.isQueued = true
            return true
        }
    }

    /// Forgets what the program has set, unless it has set another value since.
    func forget(_ wish: Wish) { change { if $0.wish?.number == wish.number { $0.wish = nil } } }

    /// What the daemon says. `wish` is what it answers; otherwise it is news.
    func confirm(_ seen: Seen, answering wish: Wish? = nil) {
        var woken = Wakeups()
        confirm(seen, answering: wish, waking: &woken)
        woken.wake()
    }

    /// The same, for many: who waits is woken by the caller.
    func confirm(_ seen: Seen, answering wish: Wish? = nil, waking woken: inout Wakeups) {
        change(waking: &woken) { $0.confirm(seen, answering: wish) }
    }

    /// The connection is gone. Another daemon counts revisions and presses anew.
    func lose() {
        change { state in
            state.isLive = false
            state.lastPress = 0
            (state.confirmed.revision, state.confirmed.isTouched) = (0, false)
        }
    }

    /// The parameter is gone, or is one of another kind.
    func vanish() { state.withLock { $0.isLive = false } }

    /// Notes what to declare; `words` are the kinds that fit it.
    func declare(_ request: DeclareRequest?, words: [String] = []) {
        state.withLock { ($0.declaration, $0.words) = (request, words) }
    }

    /// Whether a trigger is declared under its id.
    var isTrigger: Bool { state.withLock { $0.words == ["trigger"] } }

    /// Whether a parameter of this kind can be what was declared.
    func fits(_ kind: String) -> Bool { state.withLock { $0.words.isEmpty || $0.words.contains(kind) } }

    func tell(_ refusal: Refusal) { state.withLock { $0.refusals.tell(refusal) } }

    /// A trigger was pressed. Two streams of events may both say so.
    func press(_ press: Press) {
        state.withLock { state in
            guard press.run > state.lastPress else { return }
            state.lastPress = press.run
            state.presses.tell(press)
        }
    }

    /// Ends everything that follows it.
    func close() {
        var woken = Wakeups()
        let ended = state.withLock { state in
            defer { (state.refusals, state.presses) = (Listeners(), Listeners()) }
            (state.isClosed, state.isLive) = (true, false)
            for index in state.followers.indices { woken.add(state.followers[index].waiting.take()) }
            return (state.refusals, state.presses)
        }
        woken.wake()
        ended.0.finish()
        ended.1.finish()
    }
}

/// A task that waits. Only the box knows it, and takes it out of its state, under its lock, to end the waiting: so that is done once. A
/// `CheckedContinuation` would check it for 1,000 instructions a change, a tenth of everything.
@safe struct Waiting: Sendable {
    private let continuation: UnsafeContinuation<Void, Never>

    /// Suspends the task until `end`.
    static func begin(isolation actor: isolated (any Actor)?, _ body: (Waiting) -> Void) async {
        unsafe await withUnsafeContinuation(isolation: actor) { unsafe body(Waiting(continuation: $0)) }
    }

    func end() { unsafe continuation.resume() }
}

/// Tasks that wait for something that has come. They are woken outside of locks, and those of a whole batch together.
struct Wakeups {
    private var waiting: [Waiting] = []

    mutating func add(_ new: Waiting?) { if let new { waiting.append(new) } }

    consuming func wake() { for waiting in waiting { waiting.end() } }
}

/// Those who are told of something.
struct Listeners<Item: Sendable>: Sendable {
    private var listeners: [UInt64: AsyncStream<Item>.Continuation] = [:]
    private var next: UInt64 = 0

    mutating func add(_ listener: AsyncStream<Item>.Continuation) -> UInt64 {
        next += 1
        listeners[next] = listener
        return next
    }

    mutating func remove(_ number: UInt64) -> AsyncStream<Item>.Continuation? { listeners.removeValue(forKey: number) }

    func tell(_ item: Item) { for listener in listeners.values { listener.yield(item) } }
    func finish() { for listener in listeners.values { listener.finish() } }
}
