internal import FaderCore
internal import FoundationEssentials

/// What the callers and the saving thread share, always under one short lock. Pure: no I/O, no clock.
struct SaverState {
    typealias Waiter = CheckedContinuation<Durability, Never>

    /// What the saving thread does next.
    enum Step {
        case save(changes: Changes, through: UInt64)
        case sleep(atMost: Duration?)
        case stop
    }

    /// What everybody reads: the history and the snapshots as they are, saved or not.
    private(set) var history: History
    private(set) var snapshots: SnapshotShelf
    /// What is to be saved: the values themselves, of the others only whether they changed.
    private var values: [String: Value] = [:]
    private var earlier: [Changes.Part] = []
    private var isHistoryChanged = false
    private var areSnapshotsChanged = false
    /// How many transactions are open: nothing is saved meanwhile.
    private var holds = 0
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
    /// What is to be known of values that were forgotten for want of room.
    var forgetting: String?

    init(status: SavingStatus, history: History = History(), snapshots: SnapshotShelf = SnapshotShelf()) {
        self.status = status
        self.history = history
        self.snapshots = snapshots
    }

    /// Why nothing can be saved any more, if so.
    private var refusal: String? {
        if isStopping { return "faderd is stopping" }
        if case .disabled(let reason) = status.condition { return reason }
        return nil
    }

    /// Takes up values, all in one save. True if the saving thread must look at the time again, as for all that follow here.
    mutating func note(_ values: some Sequence<(key: String, value: Value)>, at now: SuspendingClock.Instant) -> Bool {
        guard refusal == nil else { return false }
        for (id, value) in values { self.values[id] = value }
        return touch(at: now)
    }

    /// Takes up what happened to many entries; `isDue` where that is a reason to save.
    mutating func note(_ part: Changes.Part, isDue: Bool, at now: SuspendingClock.Instant) -> Bool {
        guard refusal == nil else { return false }
        if !values.isEmpty { earlier.append(.values(values)) }
        values = [:]
        earlier.append(part)
        return isDue ? touch(at: now) : false
    }

    /// Takes up a change of the history, which is remembered also where nothing can be saved.
    mutating func change(_ now: SuspendingClock.Instant, history body: (inout History) -> Void) -> Bool {
        body(&history)
        guard refusal == nil else { return false }
        isHistoryChanged = true
        return touch(at: now)
    }

    /// The same of the snapshots.
    mutating func change(
        _ now: SuspendingClock.Instant, snapshots body: (inout SnapshotShelf) throws(StateError) -> Void
    ) throws(StateError) -> Bool {
        try body(&snapshots)
        guard refusal == nil else { return false }
        areSnapshotsChanged = true
        return touch(at: now)
    }

    /// What a file had that came late, with what happened since the start over it.
    mutating func takeUp(_ earlier: History, _ shelf: SnapshotShelf) -> (history: History, snapshots: SnapshotShelf) {
        let last = earlier.entries.last?.number ?? 0
        let ours = history.entries.map { entry in
            HistoryEntry(number: last + entry.number, time: entry.time, origin: entry.origin, changes: entry.changes)
        }
        if last > 0 { history = History(earlier.entries + ours) }
        snapshots = shelf.merging(snapshots)
        return (history, snapshots)
    }

    private mutating func touch(at now: SuspendingClock.Instant) -> Bool {
        let wasIdle = noted == begun
        noted += 1
        schedule.move(at: now)
        // Later motion only moves the deadline back: the thread finds out when it wakes.
        return wasIdle
    }

    /// From here to the `release` all changes go into one save. Holds may overlap: it ends with the last.
    mutating func hold() { holds += 1 }

    /// True if the saving thread must look at the time again.
    mutating func release() -> Bool {
        precondition(holds > 0, "every release has its hold")
        holds -= 1
        return holds == 0
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
        if holds > 0 { return .sleep(atMost: nil) }  // the release wakes
        switch schedule.due(at: now) {
        case .never: return .sleep(atMost: nil)
        case .at(let instant): return .sleep(atMost: now.duration(to: instant))
        case .now:
            schedule.begin(at: now)
            begun = noted
            isSaving = true
            return .save(changes: takeChanges(), through: begun)
        }
    }

    private mutating func takeChanges() -> Changes {
        defer {
            values = [:]
            earlier = []
            isHistoryChanged = false
            areSnapshotsChanged = false
        }
        return Changes(
            earlier: earlier, values: values, snapshots: areSnapshotsChanged ? snapshots : nil, history: isHistoryChanged ? history : nil)
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
        if let forgetting { status.warnings.append(forgetting) }
        return status
    }
}
