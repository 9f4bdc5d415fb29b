internal import FaderSystem

/// Runs something at once, but at most once per interval. A call within the interval runs when the interval ends.
@Owner
final class Throttle {
    private let interval: Duration
    private let alarm = Alarm()
    private var last: ContinuousClock.Instant

    init(_ interval: Duration) { (self.interval, last) = (interval, .now - interval) }

    /// Calls `act` now or when the interval ends. `act` calls `noteDone` if it had something to do.
    func run(_ act: @escaping @Owner () -> Void) {
        guard !alarm.isSet else { return }
        let wait = interval - last.duration(to: .now)
        guard wait > .zero else { return act() }
        alarm.set(in: wait, act)
    }

    func noteDone() { last = .now }
}
