internal import FaderLoops

/// Has something done as soon as it is wanted, but no more than once in an interval: what is wanted meanwhile is done when the interval ends.
@Owner
final class Throttle {
    private let interval: Duration
    private let alarm = Alarm()
    private var last: ContinuousClock.Instant

    init(_ interval: Duration) { (self.interval, last) = (interval, .now - interval) }

    /// Calls `act` now or when the interval ends. It says by `noteDone` whether it had something to do.
    func run(_ act: @escaping @Owner () -> Void) {
        guard !alarm.isSet else { return }
        let wait = interval - last.duration(to: .now)
        guard wait > .zero else { return act() }
        alarm.set(in: wait, act)
    }

    /// The interval begins now.
    func noteDone() { last = .now }
}
