/// When the watcher scans the sequencer next: shortly after an announcement, and a few more times in case a program renames its client.
struct LookSchedule {
    /// A clock that also counts while a laptop sleeps.
    typealias Instant = ContinuousClock.Instant

    private var due: Instant?
    /// News may postpone the look to this instant at most.
    private var limit: Instant?
    private var hasNews = false
    private var forNames: [Instant] = []
    /// Clients that lost a port, and until when they count as leaving.
    private var departures: [Int: Instant] = [:]

    /// How long to wait for more news after each one, and in total.
    static let settling = (pause: Duration.milliseconds(20), limit: Duration.milliseconds(100))
    /// When to look whether a program has changed its name, which kernels before 6.5 do not announce. This does not go on for ever: each
    /// look wakes the machine.
    static let naming: [Duration] = [50, 150, 350, 750, 1550].map { .milliseconds($0) }
    /// Unplugging takes tens of milliseconds a port.
    static let departure = Duration.seconds(1)

    init() {}

    var next: Instant? { [due, forNames.first, departures.values.min()].compactMap(\.self).min() }

    var departing: Set<Int> { Set(departures.keys) }

    mutating func noteNews(at now: Instant) {
        let limit = self.limit ?? now + Self.settling.limit
        due = min(now + Self.settling.pause, limit)
        self.limit = limit
        hasNews = true
    }

    mutating func demand(at now: Instant) {
        due = now
        hasNews = true
    }

    /// It counts as leaving for a second, or until it is gone or gets a new port.
    mutating func noteDeparture(of client: Int, at now: Instant) { departures[client] = now + Self.departure }

    mutating func clearDeparture(of client: Int) { departures[client] = nil }

    /// `hasPrograms`: whether a program is there that could change its name.
    mutating func noteLook(at now: Instant, hasPrograms: Bool) {
        due = nil
        limit = nil
        departures = departures.filter { $0.value > now }
        if hasNews { forNames = Self.naming.map { now + $0 } }
        hasNews = false
        forNames = hasPrograms ? forNames.filter { $0 > now } : []
    }
}
