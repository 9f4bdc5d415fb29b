/// Makes the wanted links, and remembers which of them it made itself: it cuts only those.
///
/// A link is made only once as long as both ends stay: if somebody cuts it by hand, it stays cut until it is made by hand, the device comes
/// back or the configuration is loaded again. A link that the sequencer refuses is retried after 50 ms at first, and after 2 s at most.
struct LinkKeeper {
    private enum State: Equatable {
        case ours
        case byHand
        case cut
        case refused(SequencerError, tries: Int, again: ContinuousClock.Instant)
    }

    private var states: [Link: State] = [:]

    /// The first and the longest pause before another try.
    static let pauses = (first: Duration.milliseconds(50), longest: Duration.seconds(2))

    /// No links yet.
    init() {}

    /// When the next try is due; nil if none is.
    var nextTry: ContinuousClock.Instant? {
        states.values.compactMap { if case .refused(_, _, let again) = $0 { again } else { nil } }.min()
    }

    /// Whether a link exists, as far as is known.
    func isSettled(_ link: Link) -> Bool { states[link] == .ours || states[link] == .byHand }

    /// Whether somebody else has cut a link that existed.
    func isCut(_ link: Link) -> Bool { states[link] == .cut }

    /// Why a link could not be made the last time it was tried.
    func refusal(of link: Link) -> SequencerError? {
        guard case .refused(let error, _, _) = states[link] else { return nil }
        return error
    }

    /// A client is gone, and its links with it.
    mutating func forget(client: Int, _ wiring: some Wiring) { forget(wiring) { $0.touches(client: client) } }

    /// A port is gone, and its links with it.
    mutating func forget(_ port: PortAddress, _ wiring: some Wiring) { forget(wiring) { $0.touches(port) } }

    /// Keeps a link that still exists: its numbers belong to a newer client or port, and the announcement is older than the link.
    private mutating func forget(_ wiring: some Wiring, where isConcerned: (Link) -> Bool) {
        states = states.filter { link, _ in !isConcerned(link) || isSettled(link) && wiring.isConnected(link) }
    }

    /// Notes which links have been cut or made by hand since the last look.
    mutating func observe(_ wiring: some Wiring) {
        for (link, state) in states {
            switch state {
            case .ours, .byHand: if !wiring.isConnected(link) { states[link] = .cut }
            case .cut: if wiring.isConnected(link) { states[link] = .byHand }
            case .refused: break
            }
        }
    }

    /// Forgets every link that does not exist, so that it is made again: after lost announcements, or when the configuration is loaded
    /// again. Refused links keep their pause.
    mutating func verify(_ wiring: some Wiring) {
        states = states.filter { link, state in
            if case .refused = state { true } else { wiring.isConnected(link) }
        }
    }

    /// Cuts its own links that are no longer wanted and makes the wanted ones, in the given order. Returns those refused for the first
    /// time.
    mutating func reconcile(
        _ wanted: [Link], _ wiring: some Wiring, now: ContinuousClock.Instant
    ) -> [(link: Link, error: SequencerError)] {
        let keep = Set(wanted)
        for (link, state) in states where !keep.contains(link) {
            if state == .ours { wiring.disconnect(link) }
            states[link] = nil
        }
        return wanted.compactMap { link in attempt(link, wiring, now).map { (link, $0) } }
    }

    private mutating func attempt(_ link: Link, _ wiring: some Wiring, _ now: ContinuousClock.Instant) -> SequencerError? {
        var tries = 0
        switch states[link] {
        case .ours, .byHand, .cut: return nil
        case .refused(_, let before, let again):
            guard again <= now else { return nil }
            tries = before
        case nil: break
        }
        do throws(SequencerError) {
            states[link] = try wiring.connect(link) ? .ours : .byHand
            return nil
        } catch {
            let pause = min(Self.pauses.first * (1 << min(tries, 6)), Self.pauses.longest)
            states[link] = .refused(error, tries: tries + 1, again: now + pause)
            return tries == 0 ? error : nil
        }
    }
}
