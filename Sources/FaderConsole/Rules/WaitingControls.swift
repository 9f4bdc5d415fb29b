internal import FaderValues

/// The controls whose feedback waits: for room to write, for a busy reader, or for a pause to end. Never allocates after initialization.
/// Owned by the MIDI thread.
///
/// Controls wait, not positions: each is sent its newest one. A control is in the queue at most once, which its indicator's `isBlocked`
/// ensures.
struct WaitingControls: ~Copyable {
    private var queue: IndexQueue<ControlIndex>
    /// When they are retried without POLLOUT.
    private(set) var retryAt = MonotonicTime.never
    /// At least one waits for room in our output.
    private var needsRoom = false

    init(capacity: Int) { queue = IndexQueue(capacity: capacity) }

    /// Whether at least one waits for room in our output: then poll for POLLOUT.
    var areBlocked: Bool { needsRoom && !queue.isEmpty }

    /// How many wait.
    var count: Int { queue.count }

    /// Adds a control.
    mutating func add(_ control: ControlIndex) { queue.push(control) }

    /// There is no room in our output.
    mutating func waitForRoom() { needsRoom = true }

    /// Makes sure that they are retried by this moment.
    mutating func wait(until moment: MonotonicTime) { retryAt = min(retryAt, moment) }

    /// Begins a retry: controls that still have to wait are added again.
    mutating func begin() { (retryAt, needsRoom) = (.never, false) }

    /// The next control to retry.
    mutating func pop() -> ControlIndex? { queue.pop() }
}
