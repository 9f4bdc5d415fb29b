/// Makes the wanted links, and cuts only those that it made itself.
///
/// A link is made once while both ends stay: one that a person has cut stays cut until it is made by hand, the device comes back or the
/// config is loaded again. One that the program at its other end has cut, as rtpmidid does when its peer goes, is made again after 5 s, and
/// after a minute at most if that repeats. The sequencer does not say who cut it: it was the program if there is one (a device's driver
/// cuts nothing), both directions are cut, and no client was visiting (`PassingClients`).
///
/// A link that the sequencer refuses is tried again after 50 ms at first, and after 2 s at most.
struct LinkKeeper {
    typealias Instant = ContinuousClock.Instant

    private enum State: Equatable {
        case ours
        case byHand
        /// `again`: when it is made again, nil for never; see `mendTime`.
        case cut(again: Instant?)
        case refused(SequencerError, tries: Int, again: Instant)
    }

    private var states: [SequencerLink: State] = [:]
    /// How often in a row a link was made again, and when last.
    private var mends: [SequencerLink: (count: Int, last: Instant)] = [:]

    static let pauses = (first: Duration.milliseconds(50), longest: Duration.seconds(2))
    /// The pauses before a cut link is made again. One that has held for the longest pause begins with the first again.
    static let mendPauses = (first: Duration.seconds(5), longest: Duration.seconds(60))

    init() {}

    var nextTry: Instant? {
        states.compactMap { link, state in
            switch state {
            case .refused(_, _, let again): again
            case .cut: mendTime(of: link)
            case .ours, .byHand: nil
            }
        }.min()
    }

    func isSettled(_ link: SequencerLink) -> Bool { states[link] == .ours || states[link] == .byHand }

    func isCut(_ link: SequencerLink) -> Bool { if case .cut? = states[link] { true } else { false } }

    func isMended(_ link: SequencerLink) -> Bool { mendTime(of: link) != nil }

    /// Nil if it stays cut, as it does while the other direction is there.
    private func mendTime(of link: SequencerLink) -> Instant? {
        guard case .cut(let again?)? = states[link], !isSettled(link.reversed) else { return nil }
        guard case .cut(let other?)? = states[link.reversed] else { return again }
        return max(again, other)
    }

    func refusal(of link: SequencerLink) -> SequencerError? {
        guard case .refused(let error, _, _) = states[link] else { return nil }
        return error
    }

    mutating func forget(client: Int, _ wiring: some Wiring) { forget(wiring) { $0.touches(client: client) } }

    mutating func forget(_ port: PortAddress, _ wiring: some Wiring) { forget(wiring) { $0.touches(port) } }

    /// Keeps a link that still exists: its numbers belong to a newer client or port, and the announcement is older than it.
    private mutating func forget(_ wiring: some Wiring, where isConcerned: (SequencerLink) -> Bool) {
        states = states.filter { link, _ in !isConcerned(link) || isSettled(link) && wiring.isConnected(link) }
        mends = mends.filter { states[$0.key] != nil }
    }

    /// Notes which links were cut or made by hand since the last look. `programs`: the clients that are programs.
    mutating func observe(_ wiring: some Wiring, programs: Set<Int>, at now: Instant) {
        for (link, state) in states {
            switch state {
            case .ours, .byHand:
                guard !wiring.isConnected(link) else { continue }
                let isOfProgram = programs.contains(link.source.client) || programs.contains(link.destination.client)
                states[link] = .cut(again: isOfProgram ? now + pause(before: link, now) : nil)
            case .cut: if wiring.isConnected(link) { states[link] = .byHand }
            case .refused: break
            }
        }
    }

    private mutating func pause(before link: SequencerLink, _ now: Instant) -> Duration {
        guard let mended = mends[link], now - mended.last < Self.mendPauses.longest else {
            mends[link] = nil
            return Self.mendPauses.first
        }
        return min(Self.mendPauses.first * (1 << min(mended.count, 6)), Self.mendPauses.longest)
    }

    /// A person has cut these: they are not made again.
    mutating func leave(_ cut: Set<SequencerLink>) { for link in cut where isCut(link) { states[link] = .cut(again: nil) } }

    /// Forgets links that do not exist, so that they are made again: after lost announcements, or a reload. Refused ones keep their pause.
    mutating func verify(_ wiring: some Wiring) {
        states = states.filter { link, state in
            if case .refused = state { true } else { wiring.isConnected(link) }
        }
    }

    /// Cuts its own links that are not wanted and makes the wanted ones, in order. Returns those refused for the first time.
    mutating func reconcile(
        _ wanted: [SequencerLink], _ wiring: some Wiring, now: Instant
    ) -> [(link: SequencerLink, error: SequencerError)] {
        let keep = Set(wanted)
        for (link, state) in states where !keep.contains(link) {
            if state == .ours { wiring.disconnect(link) }
            states[link] = nil
        }
        // Both directions of a connection are made again.
        let due = wanted.map { link in mendTime(of: link).map { $0 <= now } ?? false }
        return zip(wanted, due).compactMap { link, isDue in attempt(link, isDue: isDue, wiring, now).map { (link, $0) } }
    }

    /// - Parameter isDue: it was cut, and is to be made again now.
    private mutating func attempt(_ link: SequencerLink, isDue: Bool, _ wiring: some Wiring, _ now: Instant) -> SequencerError? {
        var tries = 0
        switch states[link] {
        case .ours, .byHand: return nil
        case .cut:
            guard isDue else { return nil }
            mends[link] = ((mends[link]?.count ?? 0) + 1, now)
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
