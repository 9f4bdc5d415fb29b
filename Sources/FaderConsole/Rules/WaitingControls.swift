internal import FaderValues

/// The controls whose feedback waits: for room to write, for a busy reader, or for a pause to end. Never allocates after initialization.
/// Owned by the MIDI thread.
///
/// Each is sent its newest position. A control is in the queue at most once, which its indicator's `isBlocked` ensures.
struct WaitingControls: ~Copyable {
    private var queue: IndexQueue<ControlIndex>
    /// When they are retried even if POLLOUT has not come.
    private(set) var retryAt = MonotonicTime.never
    private var needsRoom = false

    init(capacity: Int) { queue = IndexQueue(capacity: capacity) }

    /// Whether some wait for room. If so, POLLOUT has to be polled.
    var areBlocked: Bool { needsRoom && !queue.isEmpty }

    var count: Int { queue.count }

    mutating func add(_ control: ControlIndex) { queue.push(control) }

    mutating func waitForRoom() { needsRoom = true }

    mutating func wait(until moment: MonotonicTime) { retryAt = min(retryAt, moment) }

    /// Controls that still have to wait are added again.
    mutating func begin() { (retryAt, needsRoom) = (.never, false) }

    mutating func pop() -> ControlIndex? { queue.pop() }
}
