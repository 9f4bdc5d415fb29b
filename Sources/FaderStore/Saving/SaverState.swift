/// What the callers and the saving thread share, always under one short lock. Pure: no I/O, no clock.
struct SaverState {
    typealias Waiter = CheckedContinuation<Durability, Never>

    enum Step {
        case save(changes: UnsavedChanges, through: UInt64)
        case sleep(atMost: Duration?)
        case stop
    }

    private(set) var history: History
    private(set) var snapshots: SnapshotShelf
    private(set) var remembered: Remembered
    private(set) var historyRevision: UInt64 = 0
    private(set) var rememberedRevision: UInt64 = 0
    /// The changes to be saved: the values and parts themselves, but for everything else only whether it changed.
    private var values: [String: KeptValue] = [:]
    private var earlier: [UnsavedChanges.Part] = []
    private var isHistoryChanged = false
    private var areSnapshotsChanged = false
    private var isRememberedChanged = false
    /// Open transactions, during which nothing is saved.
    private var holds = 0
    /// The thread has looked during a hold; `release` then wakes it.
    private var isHeldUp = false
    /// Counts changes: all, those in a save that has begun, and those that are durable.
    private var noted: UInt64 = 0
    private var begun: UInt64 = 0
    private var saved: UInt64 = 0
    private var waiters: [UInt64: (change: UInt64, waiter: Waiter)] = [:]
    private var nextWaiter: UInt64 = 0
    private var schedule = SaveSchedule()
    private var isSaving = false
    /// The thread has been woken, and has not looked yet.
    private var isWoken = false
    private var isStopping = false
    /// How often the saving thread has looked what to do: every wake-up counts.
    private(set) var passes: UInt64 = 0
    var status: SavingStatus
    var forgetting: String?

    init(
        status: SavingStatus, history: History = History(), snapshots: SnapshotShelf = SnapshotShelf(),
        remembered: Remembered = Remembered()
    ) {
        self.remembered = remembered
        self.status = status
        self.history = history
        self.snapshots = snapshots
    }

    private var refusal: String? {
        if isStopping { return "faderd is stopping" }
        if case .disabled(let reason) = status.condition { return reason }
        return nil
    }

    /// Values of one save. True if the saving thread must look at the time again, as for all methods below.
    mutating func note(_ values: some Sequence<(key: String, value: KeptValue)>, at now: SuspendingClock.Instant) -> Bool {
        guard refusal == nil else { return false }
        for (id, value) in values { self.values[id] = value }
        return touch(at: now)
    }

    /// Notes changes of many entries; `isDue` says whether they are a reason to save.
    mutating func note(_ part: UnsavedChanges.Part, isDue: Bool, at now: SuspendingClock.Instant) -> Bool {
        guard refusal == nil else { return false }
        if !values.isEmpty { earlier.append(.values(values)) }
        values = [:]
        earlier.append(part)
        return isDue ? touch(at: now) : false
    }

    /// The history is remembered even if nothing can be saved.
    mutating func change(_ now: SuspendingClock.Instant, history body: (inout History) -> Void) -> Bool {
        body(&history)
        historyRevision += 1
        guard refusal == nil else { return false }
        isHistoryChanged = true
        return touch(at: now)
    }

    mutating func change<Failure: Error>(
        _ now: SuspendingClock.Instant, snapshots body: (inout SnapshotShelf) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        try body(&snapshots)
        guard refusal == nil else { return false }
        areSnapshotsChanged = true
        return touch(at: now)
    }

    /// Gives everything without a unit that of its parameter. `lacking`: values in the file lack theirs.
    mutating func adopt(units: [String: String], lacking: Bool, at now: SuspendingClock.Instant) -> Bool {
        let (isHistoryNew, areSnapshotsNew) = (history.adopt(units: units), snapshots.adopt(units: units))
        if isHistoryNew { historyRevision += 1 }
        guard refusal == nil, lacking || isHistoryNew || areSnapshotsNew else { return false }
        if isHistoryNew { isHistoryChanged = true }
        if areSnapshotsNew { areSnapshotsChanged = true }
        return note(.units(units), isDue: true, at: now)
    }

    mutating func remember(at now: SuspendingClock.Instant, _ body: (inout Remembered) -> Void) -> Bool {
        let former = remembered
        body(&remembered)
        guard remembered != former else { return false }
        rememberedRevision += 1
        guard refusal == nil else { return false }
        isRememberedChanged = true
        return touch(at: now)
    }

    private mutating func touch(at now: SuspendingClock.Instant) -> Bool {
        let wasIdle = noted == begun
        noted += 1
        schedule.move(at: now)
        // More motion only makes the deadline later, which the thread finds out when it wakes.
        return wasIdle && wake()
    }

    private mutating func wake() -> Bool {
        defer { isWoken = true }
        return !isWoken
    }

    /// All changes up to the `release` go into one save. Holds may overlap.
    mutating func hold() { holds += 1 }

    /// True if the saving thread must look at the time again.
    mutating func release() -> Bool {
        precondition(holds > 0, "every release has its hold")
        holds -= 1
        guard holds == 0, isHeldUp else { return false }
        isHeldUp = false
        return wake()
    }

    /// A save is due although nothing changed: the state in memory has not been written yet.
    mutating func markUnsaved(at now: SuspendingClock.Instant) {
        noted += 1
        schedule.begin(at: now)
        schedule.fail(at: now)
    }

    /// The outcome if everything noted is durable already or can never be saved; nil if the caller has to wait.
    var settled: Durability? {
        if let refusal { return .failed(reason: refusal) }
        return noted == saved ? .durable : nil
    }

    /// Called before somebody waits until everything noted is durable. Returns whether the saving thread must look at the time again.
    mutating func hasten() -> Bool {
        guard refusal == nil, begun != noted else { return false }
        schedule.demand()
        return wake()
    }

    /// Registers a caller that waits until everything noted is durable. Returns its ticket, and whether the saving thread must look at the
    /// time again.
    mutating func wait(_ waiter: Waiter) -> (ticket: UInt64, isToWake: Bool) {
        nextWaiter += 1
        waiters[nextWaiter] = (noted, waiter)
        // A save in progress that includes everything answers it, too.
        guard begun != noted || !isSaving else { return (nextWaiter, false) }
        schedule.demand()
        return (nextWaiter, wake())
    }

    var waiting: Int { waiters.count }

    /// Withdraws a waiter; returns nil if it has already been answered.
    mutating func withdraw(_ ticket: UInt64) -> Waiter? {
        waiters.removeValue(forKey: ticket)?.waiter
    }

    /// Stops saving for good. Returns the waiters to answer.
    mutating func stop() -> [Waiter] {
        isStopping = true
        return popWaiters(through: .max)
    }

    /// A `save` step must be followed by `end` or `fail`.
    mutating func next(at now: SuspendingClock.Instant) -> Step {
        passes += 1
        isWoken = false
        if isStopping { return .stop }
        if holds > 0 {
            isHeldUp = true
            return .sleep(atMost: nil)
        }
        switch schedule.due(at: now) {
        case .never: return .sleep(atMost: nil)
        case .at(let instant): return .sleep(atMost: now.duration(to: instant))
        case .now:
            schedule.begin(at: now)
            begun = noted
            isSaving = true
            return .save(changes: popChanges(), through: begun)
        }
    }

    private mutating func popChanges() -> UnsavedChanges {
        defer {
            values = [:]
            earlier = []
            isHistoryChanged = false
            areSnapshotsChanged = false
            isRememberedChanged = false
        }
        return UnsavedChanges(
            earlier: earlier, values: values, snapshots: areSnapshotsChanged ? snapshots : nil, history: isHistoryChanged ? history : nil,
            remembered: isRememberedChanged ? remembered : nil)
    }

    /// The save is durable. Returns the waiters to answer.
    mutating func end(through change: UInt64, wrote: Bool, now: Double) -> [Waiter] {
        isSaving = false
        saved = change
        schedule.succeed()
        if wrote {
            status.lastSaved = now
            status.generations += 1
        }
        status.condition = .ok
        return popWaiters(through: change)
    }

    /// Returns the waiters to answer, and whether the failure is news.
    mutating func fail(through change: UInt64, reason: String, at now: SuspendingClock.Instant) -> (waiters: [Waiter], isNews: Bool) {
        isSaving = false
        schedule.fail(at: now)
        let isNews = status.condition != .failing(reason: reason)
        status.condition = .failing(reason: reason)
        return (popWaiters(through: change), isNews)
    }

    private mutating func popWaiters(through change: UInt64) -> [Waiter] {
        let answered = waiters.filter { $0.value.change <= change }
        for ticket in answered.keys { waiters[ticket] = nil }
        return answered.values.map(\.waiter)
    }

    var currentStatus: SavingStatus {
        var status = status
        status.isUnsaved = noted != saved
        if let forgetting { status.warnings.append(forgetting) }
        return status
    }
}
