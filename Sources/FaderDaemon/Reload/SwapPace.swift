/// How often another configuration comes into force. Each costs the MIDI thread up to a millisecond, so what asks for one too often waits,
/// and what has been asked for until then is done together: four a second in the long run, and one a second because of a target.
///
/// What has not been used is saved up, so that a program that starts can declare a hundred parameters one after the other.
struct SwapPace {
    /// How many may follow each other at once: as many as one connection may declare parameters.
    static let most = 100
    private static let interval = Duration.milliseconds(250)

    /// When all that may follow each other at once have been saved up again.
    private var full = ContinuousClock.now
    /// When a target may cause the next one.
    private var nextOfPeer = ContinuousClock.now

    /// How long the next one has to wait.
    func wait(at now: ContinuousClock.Instant) -> Duration { max(.zero, full - now - Self.interval * (Self.most - 1)) }

    /// The same of one that a target causes.
    func waitOfPeer(at now: ContinuousClock.Instant) -> Duration { max(.zero, nextOfPeer - now) }

    /// Another one comes into force.
    mutating func swaps(at now: ContinuousClock.Instant) { full = max(full, now) + Self.interval }

    /// It is caused by a target.
    mutating func peerSwaps(at now: ContinuousClock.Instant) { nextOfPeer = now + .seconds(1) }
}
