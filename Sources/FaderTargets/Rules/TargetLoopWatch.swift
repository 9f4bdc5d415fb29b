/// Detects that a target's value comes back to it in a loop, through something outside, and makes its sets wait.
///
/// The rule is the same as for motors: nothing is dropped, but the newest value waits until the target has been still for a moment. If the
/// loop goes on after that, the waits grow.
struct TargetLoopWatch {
    /// After this many returns to a recent value, it is a loop.
    private static let most = 16
    /// A change that follows a set within this time may be its effect.
    private static let quickly = Duration.milliseconds(200)
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(4)
    private static let remembered = 8

    private var values: [Double] = []
    private var count = 0
    private var pause = TargetLoopWatch.firstPause
    /// Until when sets wait; nil if they need not.
    private(set) var end: Duration?

    /// Notes a foreign change. It counts if it follows a set quickly and takes the target to a recent value again. A change that does not
    /// follow a set quickly shows that there is no loop.
    mutating func note(_ value: Double, afterWrite write: Duration?, at now: Duration, isSame: (Double, Double) -> Bool) {
        guard let write, now - write <= Self.quickly else { return self = TargetLoopWatch() }
        if values.contains(where: { isSame($0, value) }) { count += 1 }
        values.append(value)
        if values.count > Self.remembered { values.removeFirst() }
        guard count >= Self.most else { return }
        end = now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    /// The waiting value has been set.
    mutating func written() { end = nil }
}
