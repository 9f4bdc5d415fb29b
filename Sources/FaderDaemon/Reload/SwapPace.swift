/// Limits how often configurations come into force, because each costs the MIDI thread up to a millisecond: four a second in the long run, and one a second
/// because of a target. Further requests wait, and what has been asked for by then is done together.
///
/// Unused swaps are saved up, so that a program that starts can declare a hundred parameters one after the other.
struct SwapPace {
    /// How many may follow each other without a wait: as many as the parameters that one connection may declare.
    static let most = 100
    private static let interval = Duration.milliseconds(250)

    /// When `most` swaps have been saved up again.
    private var full = ContinuousClock.now
    /// When a target may cause the next swap.
    private var nextOfPeer = ContinuousClock.now

    /// How long the next swap has to wait.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, full - now - Self.interval * (Self.most - 1)) }

    /// The same for a swap that a target causes.
    func waitOfPeer(at now: ContinuousClock.Instant) -> Duration { max(.zero, nextOfPeer - now) }

    /// Notes that a configuration comes into force.
    mutating func swaps(at now: ContinuousClock.Instant) { full = max(full, now) + Self.interval }

    /// Notes that a target caused it.
    mutating func peerSwaps(at now: ContinuousClock.Instant) { nextOfPeer = now + .seconds(1) }
}
