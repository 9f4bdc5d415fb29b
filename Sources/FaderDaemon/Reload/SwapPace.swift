/// Each swap of the console costs the MIDI thread up to a millisecond, so there are at most four a second because of requests, and one a
/// second because of a peer. Further reasons wait, and come into force together.
/// Declarations also cause four a second in the long run, but unused ones are saved up: a program that starts may declare a hundred
/// parameters and wait for each, which would take 25 s.
struct SwapPace {
    enum Reason {
        case request
        /// A program declares a parameter, or takes it back.
        case declaration
        /// A target has other options, or a program began or stopped playing. Nobody waits for it.
        case peer
    }

    /// How many swaps declarations can save up: as many as the parameters that one connection may declare.
    static let mostDeclarations = 100
    /// How many swaps requests may cause in any second.
    static let mostRequests = 4
    private static let interval = Duration.milliseconds(250)

    /// When `mostDeclarations` swaps have been saved up again.
    private var full = ContinuousClock.now
    private var requests: [ContinuousClock.Instant] = []
    private var nextOfPeer = ContinuousClock.now
    /// Labels and the like need no swap, but every client is sent the whole state.
    private var nextLooksOfPeer = ContinuousClock.now

    /// A peer has waited already, see `waitOfPeer`.
    func wait(for reason: Reason, at now: ContinuousClock.Instant) -> Duration {
        switch reason {
        case .request: requests.count < Self.mostRequests ? .zero : max(.zero, requests[0] + .seconds(1) - now)
        case .declaration: max(.zero, full - now - Self.interval * (Self.mostDeclarations - 1))
        case .peer: .zero
        }
    }

    /// `swaps`: whether the change needs a swap.
    func waitOfPeer(swaps: Bool, at now: ContinuousClock.Instant) -> Duration { max(.zero, (swaps ? nextOfPeer : nextLooksOfPeer) - now) }

    mutating func swaps(because reason: Reason, at now: ContinuousClock.Instant) {
        switch reason {
        case .request: requests = requests.suffix(Self.mostRequests - 1) + [now]
        case .declaration: full = max(full, now) + Self.interval
        case .peer: nextOfPeer = now + .seconds(1)
        }
        relabels(because: reason, at: now)
    }

    mutating func relabels(because reason: Reason, at now: ContinuousClock.Instant) {
        if reason == .peer { nextLooksOfPeer = now + Self.interval }
    }
}
