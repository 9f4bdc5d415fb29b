internal import FaderSystem
internal import FaderValues
internal import Synchronization

/// The daemon's state on disk: values, history and snapshots, in each file as of one moment. Loaded once, then saved as it changes.
///
/// Any thread or task may call it. Only `load`, and `close` within its limit, wait for the disk. When the last reference goes, the saving
/// thread ends without another save: call `close` first.
public final class StateStore: Sendable {
    let saver: Saver
    let ages: Mutex<[String: UInt64]>

    /// The state file, with symbolic links resolved.
    public let path: String

    private init(saver: Saver, path: String, ages: [String: UInt64]) {
        self.saver = saver
        self.ages = Mutex(ages)
        self.path = path
    }

    deinit { saver.stop() }

    /// Reads the state and starts the saving thread. Blocks as long as the disk takes. Never fails: problems are in the report and in
    /// `status`.
    ///
    /// - Parameter lock: taken before. If it is not held, it is taken before the first save that is possible.
    /// - Parameter tell: gets events for the log, on the saving thread, and must not wait for the store. What went wrong in loading is only
    ///   in the report.
    public static func load(
        path: String, lock: StateLock, tell: @escaping @Sendable (SavingEvent) -> Void
    ) -> (store: StateStore, report: LoadReport) {
        load(path: path, files: LinuxFileSystem(), lacksLock: !lock.isHeld, today: { WallTime.now }, tell: tell)
    }

    /// Loads the state with a file system, a limit and a calendar that a test chooses.
    package static func load(
        path: String, files: any FileSystem, sizeLimit: Int = StateFile.sizeLimit, lacksLock: Bool = false,
        today: @escaping @Sendable () -> Double,
        tell: @escaping @Sendable (SavingEvent) -> Void
    ) -> (store: StateStore, report: LoadReport) {
        var file = StateFile(path: path, files: files, sizeLimit: sizeLimit)
        let loaded = file.load(now: today())
        var report = LoadReport(values: loaded.document.values, origin: loaded.origin, warnings: loaded.warnings)
        let trouble = loaded.disabled ?? loaded.failure.map { Saver.reason($0, path: file.path) }
        let condition: SavingStatus.Condition =
            if let trouble { loaded.disabled == nil ? .failing(reason: trouble) : .disabled(reason: trouble) } else { .ok }
        let status = SavingStatus(condition: condition, lastSaved: nil, generations: 0, isUnsaved: false, warnings: report.warnings)
        let document = loaded.document
        var state = SaverState(
            status: status, history: document.history, snapshots: document.snapshots, remembered: document.remembered)
        if case .failing = condition { state.markUnsaved(at: .now) }
        if let trouble { report.warnings.append(trouble) }
        let saver = Saver(state: state, tell: tell, today: today)
        // Nothing will ever be written, so no thread is needed.
        if loaded.disabled == nil {
            do throws(ThreadError) {
                try saver.start(file, document, isDirty: loaded.failure != nil, lacksLock: lacksLock)
            } catch {
                let reason = "nothing is saved, as the saving thread could not be started: \(error) and restart faderd"
                saver.state.withLock { $0.status.condition = .disabled(reason: reason) }
                report.warnings.append(reason)
            }
        }
        return (StateStore(saver: saver, path: file.path, ages: document.ages), report)
    }

    /// Notes a value that moves; it is saved soon (see `SaveSchedule`). Never waits. In the parameter's unit, never NaN or +∞.
    public func note(_ id: String, _ value: KeptValue) { note([id: value]) }

    /// Notes many values in one step: a file has all of them or none.
    public func note(_ values: [String: KeptValue]) {
        precondition(values.values.allSatisfy(\.value.isStorable), "a value that reaches the state has been clamped, so it is finite or −∞")
        change { $0.note(values, at: .now) }
    }

    /// Saves all changes made in `body` in one step after it: after a crash the file has all or none.
    ///
    /// Only for quick work, such as the commands of an import: meanwhile no `set` is answered. `body` must not wait for `flush`, which
    /// waits for it.
    public func together<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        hold()
        defer { release() }
        return try await body()
    }

    /// Saves nothing until `release`, so that a file has all changes made meanwhile or none. Each call needs its `release`, soon: no
    /// `flush` returns before.
    public func hold() { saver.state.withLock { $0.hold() } }

    public func release() { change { $0.release() } }

    /// Changes something under the lock, and wakes the saving thread if it must look at the time again.
    func change<Failure: Error>(_ body: (inout SaverState) throws(Failure) -> Bool) throws(Failure) {
        if try saver.state.withLock({ state throws(Failure) in try body(&state) }) { saver.wake() }
    }

    /// Begins to save everything noted; a `flush` afterwards waits for that save.
    public func hasten() { change { $0.hasten() } }

    /// Returns when everything noted is durable, or saving it failed. All callers share one write.
    public func flush() async -> Durability {
        await withCheckedContinuation { waiter in _ = register(waiter) }
    }

    /// Stops waiting after `limit`: a shutdown must end in time even if the disk hangs.
    public func flush(within limit: Duration) async -> Durability {
        let saver = saver
        let answered: Doorbell
        // Without a doorbell it waits without a limit: better late than lost.
        do throws(ThreadError) { answered = try Doorbell() } catch { return await flush() }
        defer { answered.ring() }
        return await withCheckedContinuation { waiter in
            guard let ticket = register(waiter) else { return }
            // A task that sleeps would start Swift's thread pool.
            let thread = try? Thread("faderd-timeout") {
                answered.wait(atMost: limit)
                let late = saver.state.withLock { $0.withdraw(ticket) }
                late?.resume(returning: .failed(reason: "the disk did not answer in time; the last changes may be lost"))
            }
            thread?.detach()
        }
    }

    /// Saves everything, waits at most `limit` for that and until the thread has tidied up, and ends it. Later saves are refused.
    public func close(within limit: Duration) async -> Durability {
        let end = SuspendingClock.now + limit
        let result = await flush(within: limit)
        saver.stop()
        if result == .durable { saver.waitForEnd(atMost: max(.zero, end - .now)) }
        return result
    }

    public var status: SavingStatus { saver.state.withLock { $0.currentStatus } }

    /// Answers a waiter at once if there is nothing to wait for, else returns its ticket.
    private func register(_ waiter: SaverState.Waiter) -> UInt64? {
        let (answer, wait) = saver.state.withLock { state -> (Durability?, (ticket: UInt64, isToWake: Bool)?) in
            if let answer = state.settled { return (answer, nil) }
            return (nil, state.wait(waiter))
        }
        if let answer { waiter.resume(returning: answer) }
        if wait?.isToWake == true { saver.wake() }
        return wait?.ticket
    }
}
