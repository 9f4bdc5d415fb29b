/// Limits how often another console is swapped in, because each swap costs the MIDI thread up to a millisecond: four a second because of requests, and one
/// a second because of a peer. Further reasons wait, and what has been asked for by then comes into force together.
///
/// Declarations also cause four a second in the long run, but unused ones are saved up: a program that starts can declare a hundred parameters one after
/// the other. It waits for each of them, so with four a second it would take 25 s to start.
struct SwapPace {
    /// The reason for a swap.
    enum Reason {
        /// Somebody reloads the file.
        case request
        /// A program declares a parameter, or takes it back.
        case declaration
        /// A target has other options, or a program began or stopped playing. Nobody waits for it.
        case peer
    }

    /// How many may follow each other without a wait because of declarations: as many as the parameters that one connection may declare.
    static let mostDeclarations = 100
    /// How many requests may cause in any second.
    static let mostRequests = 4
    private static let interval = Duration.milliseconds(250)

    /// When `mostDeclarations` swaps have been saved up again.
    private var full = ContinuousClock.now
    /// When the last swaps because of requests were.
    private var requests: [ContinuousClock.Instant] = []
    /// When a peer may cause the next swap.
    private var nextOfPeer = ContinuousClock.now
    /// When a peer may cause the next change of labels and the like. It needs no swap, but every client is sent the whole state.
    private var nextLooksOfPeer = ContinuousClock.now

    /// How long the next swap has to wait. One of a peer has waited already, see `waitOfPeer`.
    func wait(for reason: Reason, at now: ContinuousClock.Instant) -> Duration {
        switch reason {
        case .request: requests.count < Self.mostRequests ? .zero : max(.zero, requests[0] + .seconds(1) - now)
        case .declaration: max(.zero, full - now - Self.interval * (Self.mostDeclarations - 1))
        case .peer: .zero
        }
    }

    /// How long a change by a peer has to wait.
    ///
    /// - Parameter swaps: whether it needs a swap.
    func waitOfPeer(swaps: Bool, at now: ContinuousClock.Instant) -> Duration { max(.zero, (swaps ? nextOfPeer : nextLooksOfPeer) - now) }

    /// Notes a swap.
    mutating func swaps(because reason: Reason, at now: ContinuousClock.Instant) {
        switch reason {
        case .request: requests = requests.suffix(Self.mostRequests - 1) + [now]
        case .declaration: full = max(full, now) + Self.interval
        case .peer: nextOfPeer = now + .seconds(1)
        }
        relabels(because: reason, at: now)
    }

    /// Notes a change that needed no swap.
    mutating func relabels(because reason: Reason, at now: ContinuousClock.Instant) {
        if reason == .peer { nextLooksOfPeer = now + Self.interval }
    }
}
