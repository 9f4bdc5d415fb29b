/// Clients of the sequencer that come, do something and go, as `aconnect` does. The sequencer does not say who cut a link, so one that is cut
/// during such a visit counts as cut by a person.
struct PassingClients {
    /// An instant on the watcher's clock.
    typealias Instant = ContinuousClock.Instant

    /// A client that stays longer is not a visitor.
    static let longest = Duration.seconds(2)

    private var visitors: [Int: (since: Instant, cut: Set<SequencerLink>)] = [:]

    /// Nobody has come yet.
    init() {}

    /// A client came.
    mutating func noteStart(of client: Int, at now: Instant) { visitors[client] = (now, []) }

    /// Somebody cut a link.
    mutating func noteCut(_ link: SequencerLink, at now: Instant) {
        visitors = visitors.filter { now - $0.value.since <= Self.longest }
        for client in visitors.keys { visitors[client]?.cut.insert(link) }
    }

    /// A client went. Returns the links that were cut during its visit; none if it stayed too long for a visit.
    mutating func noteExit(of client: Int, at now: Instant) -> Set<SequencerLink> {
        guard let visit = visitors.removeValue(forKey: client), now - visit.since <= Self.longest else { return [] }
        return visit.cut
    }
}
