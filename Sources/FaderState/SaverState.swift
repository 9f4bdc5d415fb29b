internal import FoundationEssentials

/// What the callers and the saving thread share, always under one short lock. Pure: no I/O, no clock.
struct SaverState {
    typealias Waiter = CheckedContinuation<Durability, Never>

    /// What the saving thread does next.
    enum Step {
        case save(changes: [String: Double], through: UInt64)
        case sleep(atMost: Duration?)
        case stop
    }

    /// The newest value of every parameter that changed since the last save began: bounded by the number of parameters.
    private var changes: [String: Double] = [:]
    /// Counts changes; `saved` is the last one that is durable, `begun` the last one a save has taken up.
    private var noted: UInt64 = 0
    private var begun: UInt64 = 0
    private var saved: UInt64 = 0
    private var waiters: [UInt64: (change: UInt64, waiter: Waiter)] = [:]
    private var nextWaiter: UInt64 = 0
    private var schedule = SaveSchedule()
    private var isSaving = false
    private var isStopping = false
    /// How often the saving thread has looked what to do: every wake-up counts.
    private(set) var passes: UInt64 = 0
    var status: SavingStatus

    init(status: SavingStatus) {
        self.status = status
    }

    /// Why nothing can be saved any more, if so.
    private var refusal: String? {
        if isStopping { return "faderd is stopping" }
        if case .disabled(let reason) = status.condition { return reason }
        return nil
    }

    /// Takes up a change. True if the saving thread must look at the time again.
    mutating func note(_ id: String, _ value: Double, at now: SuspendingClock.Instant) -> Bool {
        guard refusal == nil else { return false }
        changes[id] = value
        let wasIdle = noted == begun
        noted += 1
        schedule.move(at: now)
        // Later motion only moves the deadline back: the thread finds out when it wakes.
        return wasIdle
    }

    /// A save is due although nothing changed: what is in memory could not be written so far.
    mutating func markUnsaved(at now: SuspendingClock.Instant) {
        noted += 1
        schedule.begin(at: now)
        schedule.fail(at: now)
    }

    /// Whether everything noted is durable (or can never be), or else a waiter is to be registered.
    var settled: Durability? {
        if let refusal { return .failed(reason: refusal) }
        return noted == saved ? .durable : nil
    }

    /// Registers somebody who waits until everything noted so far is durable. Returns its ticket.
    mutating func wait(_ waiter: Waiter) -> UInt64 {
        nextWaiter += 1
        waiters[nextWaiter] = (noted, waiter)
        // A save under way that has taken up everything will answer this one, too.
        if begun != noted || !isSaving { schedule.demand() }
        return nextWaiter
    }

    /// How many wait for an answer.
    var waiting: Int { waiters.count }

    /// Takes back a waiter that has not been answered.
    mutating func withdraw(_ ticket: UInt64) -> Waiter? {
        waiters.removeValue(forKey: ticket)?.waiter
    }

    /// Nothing more will be saved. Returns whom to tell so.
    mutating func stop() -> [Waiter] {
        isStopping = true
        return takeWaiters(through: .max)
    }

    /// What is due at `now`. A `save` step must be followed by `end` or `fail`.
    mutating func next(at now: SuspendingClock.Instant) -> Step {
        passes += 1
        if isStopping { return .stop }
        switch schedule.due(at: now) {
        case .never: return .sleep(atMost: nil)
        case .at(let instant): return .sleep(atMost: now.duration(to: instant))
        case .now:
            schedule.begin(at: now)
            begun = noted
            isSaving = true
            let taken = changes
            changes = [:]
            return .save(changes: taken, through: begun)
        }
    }

    /// The save that took up everything through `change` is durable. Returns whom to answer.
    mutating func end(through change: UInt64, wrote: Bool, now: Date) -> [Waiter] {
        isSaving = false
        saved = change
        schedule.succeed()
        if wrote {
            status.lastSaved = now
            status.generations += 1
        }
        status.condition = .ok
        return takeWaiters(through: change)
    }

    /// The save failed. Returns whom to answer, and whether that is news.
    mutating func fail(
        through change: UInt64, reason: String, now: Date, at instant: SuspendingClock.Instant
    ) -> (waiters: [Waiter], isNews: Bool) {
        isSaving = false
        schedule.fail(at: instant)
        var isNews = true
        if case .failing(let known, let since) = status.condition {
            isNews = known != reason
            status.condition = .failing(reason: reason, since: since)
        } else {
            status.condition = .failing(reason: reason, since: now)
        }
        return (takeWaiters(through: change), isNews)
    }

    private mutating func takeWaiters(through change: UInt64) -> [Waiter] {
        let answered = waiters.filter { $0.value.change <= change }
        for ticket in answered.keys { waiters[ticket] = nil }
        return answered.values.map(\.waiter)
    }

    /// A copy of the status as it is now.
    var currentStatus: SavingStatus {
        var status = status
        status.isUnsaved = noted != saved
        return status
    }
}
