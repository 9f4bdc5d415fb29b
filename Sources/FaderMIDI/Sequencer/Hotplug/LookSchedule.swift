/// When the watcher scans the sequencer next: shortly after an announcement, and a few more times in case a program renames its client.
struct LookSchedule {
    /// An instant on the watcher's clock, which also counts while a laptop sleeps.
    typealias Instant = ContinuousClock.Instant

    private var due: Instant?
    /// Further news may postpone the look to this instant at most.
    private var limit: Instant?
    private var hasNews = false
    private var forNames: [Instant] = []
    /// Clients that lost a port, and until when they are assumed to be leaving.
    private var departures: [Int: Instant] = [:]

    /// How long to wait for further announcements after each one, and at most in total.
    static let settling = (pause: Duration.milliseconds(20), limit: Duration.milliseconds(100))
    /// When to check whether a program has changed its name. Kernels before 6.5 do not announce that, so it is checked for a while after
    /// any other news. Checking forever would mean waking up forever.
    static let naming: [Duration] = [50, 150, 350, 750, 1550].map { .milliseconds($0) }
    /// How long a client counts as leaving. Unplugging takes tens of milliseconds per port.
    static let departure = Duration.seconds(1)

    /// Nothing due.
    init() {}

    /// The next look; nil if none is due.
    var next: Instant? { [due, forNames.first, departures.values.min()].compactMap(\.self).min() }

    /// The clients that are leaving.
    var departing: Set<Int> { Set(departures.keys) }

    /// Something was announced.
    mutating func noteNews(at now: Instant) {
        let limit = self.limit ?? now + Self.settling.limit
        due = min(now + Self.settling.pause, limit)
        self.limit = limit
        hasNews = true
    }

    /// Schedules a look without delay.
    mutating func demand(at now: Instant) {
        due = now
        hasNews = true
    }

    /// A client lost a port: it counts as leaving for a second, or until it is gone or gets a new port.
    mutating func noteDeparture(of client: Int, at now: Instant) { departures[client] = now + Self.departure }

    /// A client is gone, or is staying after all.
    mutating func clearDeparture(of client: Int) { departures[client] = nil }

    /// Notes that a look has been taken; `hasPrograms` says whether there is any program that could change its name.
    mutating func noteLook(at now: Instant, hasPrograms: Bool) {
        due = nil
        limit = nil
        departures = departures.filter { $0.value > now }
        if hasNews { forNames = Self.naming.map { now + $0 } }
        hasNews = false
        forNames = hasPrograms ? forNames.filter { $0 > now } : []
    }
}
