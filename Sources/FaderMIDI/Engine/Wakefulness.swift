internal import Synchronization

/// Whether the reader has to be woken, and for which reports, so that a moving fader costs the MIDI thread no system call per event.
///
/// Written by both threads.
final class Wakefulness: Sendable {
    enum State {
        /// It is working, and checks the ring again before it sleeps.
        static let awake: UInt8 = 0
        /// It naps between batches of changes: wake it only for urgent reports.
        static let napping: UInt8 = 1
        static let asleep: UInt8 = 2
    }

    private let state = Atomic<UInt8>(State.awake)
    /// Something urgent was pushed since the last drain began.
    private let isUrgent = Atomic<Bool>(false)

    /// What the reader is about to do. The ring is checked after this store.
    func becomes(_ new: UInt8) { state.store(new, ordering: .sequentiallyConsistent) }

    /// The reader begins to drain; it may miss reports that are pushed from here on.
    func beginsToDrain() {
        state.store(State.awake, ordering: .sequentiallyConsistent)
        isUrgent.store(false, ordering: .sequentiallyConsistent)
    }

    /// Whether something urgent may have been pushed unseen; asked after `becomes(napping)`.
    var mayHaveMissedUrgent: Bool { isUrgent.load(ordering: .sequentiallyConsistent) }

    /// Whether the pusher has to ring; if so, no other thread does. Called after the push.
    func mustRing(urgent: Bool) -> Bool {
        // Stored before the state is read: either the thread about to nap sees this flag, or the state here says to ring.
        if urgent { isUrgent.store(true, ordering: .sequentiallyConsistent) }
        let current = state.load(ordering: .sequentiallyConsistent)
        if current == State.awake || (current == State.napping && !urgent) { return false }
        return state.exchange(State.awake, ordering: .sequentiallyConsistent) != State.awake
    }
}
