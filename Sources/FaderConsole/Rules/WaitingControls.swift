internal import FaderModel

/// The controls whose feedback waits: for room to write, for a busy reader, or for a pause to end. Never allocates once made. Owned by the
/// MIDI thread.
///
/// The controls wait, not positions: each is sent its newest one. A control is in it at most once, ensured by its indicator's `isBlocked`.
struct WaitingControls: ~Copyable {
    private static let firstPause = MonotonicTime.Interval.milliseconds(5)
    private static let longestPause = MonotonicTime.Interval.milliseconds(1000)

    private var queue: IndexQueue<ControlIndex>
    /// When they are tried again without POLLOUT.
    private(set) var retryAt = MonotonicTime.never
    private var pause = WaitingControls.firstPause
    /// One of them waits for room in our own output.
    private var needsRoom = false

    init(capacity: Int) { queue = IndexQueue(capacity: capacity) }

    /// Whether one waits for room in our own output: then poll for POLLOUT.
    var areBlocked: Bool { needsRoom && !queue.isEmpty }

    /// How many wait.
    var count: Int { queue.count }

    /// Adds a control.
    mutating func add(_ control: ControlIndex) { queue.push(control) }

    /// There is no room in our own output.
    mutating func waitForRoom() { needsRoom = true }

    /// A reader is busy: it is tried again a little later, and later each time.
    mutating func waitForReader(at now: MonotonicTime) {
        guard retryAt == .never else { return }
        retryAt = now + pause
        pause = min(MonotonicTime.Interval(nanoseconds: pause.nanoseconds * 2), Self.longestPause)
    }

    /// Tries again at this moment, or earlier.
    mutating func wait(until moment: MonotonicTime) { retryAt = min(retryAt, moment) }

    /// A message was taken: readers are no longer busy.
    @inline(__always)
    mutating func wasTaken() { pause = Self.firstPause }

    /// Begins to try again: whoever still has to wait says so anew.
    mutating func begin() { (retryAt, needsRoom) = (.never, false) }

    /// The next one to try.
    mutating func pop() -> ControlIndex? { queue.pop() }
}
