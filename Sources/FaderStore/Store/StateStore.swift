internal import FaderSystem
internal import FaderValues
internal import Synchronization

/// The state of the daemon on disk: values, history and snapshots. It is loaded once, then saved as it changes.
///
/// Every file holds all three as of one moment. The history and the snapshots live here, even if nothing can be saved.
///
/// Every method may be called from any thread or task. Only `load`, and `close` within its limit, wait for the disk on the caller's thread.
/// When the last reference goes, the saving thread ends without another save, so call `close` first.
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

    /// Reads the state and starts the saving thread. Never fails: problems are in the report and in `status`.
    ///
    /// Blocks for as long as the disk takes. Take a `StateLock` on the same path first.
    /// - Parameter lock: That lock. If it is not held, it is taken before the first save that is possible.
    /// - Parameter tell: Receives events for the log, such as one when saving begins to fail and one when it works again. It is called on
    ///   the saving thread and must not wait for the store. The result of loading is not passed to it, but is in the report.
    public static func load(
        path: String, lock: StateLock, tell: @escaping @Sendable (SavingEvent) -> Void
    ) -> (store: StateStore, report: LoadReport) {
        load(path: path, files: LinuxFileSystem(), lacksLock: !lock.isHeld, today: { WallTime.now }, tell: tell)
    }

    /// The same, with a file system, a limit and a calendar that a test chooses.
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
        // If nothing will ever be written, no thread is needed.
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

    /// Notes a value that moves; it is saved soon (see `SaveSchedule`). Cheap, and never waits for the disk.
    /// - Parameter value: In the parameter's unit; never NaN or +∞.
    public func note(_ id: String, _ value: KeptValue) { note([id: value]) }

    /// Notes many values in one step: a file has all of them or none.
    public func note(_ values: [String: KeptValue]) {
        precondition(values.values.allSatisfy(\.value.isStorable), "a value that reaches the state has been clamped, so it is finite or −∞")
        change { $0.note(values, at: .now) }
    }

    /// Saves all changes made while `body` runs in one step after it: after a crash the file has all of them or none.
    ///
    /// Only for quick work, such as the commands of an import, because nothing is saved meanwhile and so no `set` is answered. `body`
    /// itself must not wait for `flush`, which waits for its end.
    public func together<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        hold()
        defer { release() }
        return try await body()
    }

    /// Saves nothing until `release`, so that a file has all changes noted meanwhile or none. Each call needs its `release`, soon: until
    /// then no `flush` returns.
    public func hold() { saver.state.withLock { $0.hold() } }

    /// Ends a `hold`.
    public func release() { change { $0.release() } }

    /// Changes something under the lock and wakes the saving thread if it must check the time again.
    func change<Failure: Error>(_ body: (inout SaverState) throws(Failure) -> Bool) throws(Failure) {
        if try saver.state.withLock({ state throws(Failure) in try body(&state) }) { saver.wake() }
    }

    /// Begins to save everything noted so far; a `flush` afterwards waits for that save. Returns at once.
    public func hasten() { change { $0.hasten() } }

    /// Returns when everything noted so far is durable, or when saving it failed. Returns at once if it is durable already. All waiting
    /// callers share one write.
    public func flush() async -> Durability {
        await withCheckedContinuation { waiter in _ = register(waiter) }
    }

    /// The same, but stops waiting after `limit`: for a shutdown that must end in time even if the disk hangs.
    public func flush(within limit: Duration) async -> Durability {
        let saver = saver
        let answered: Doorbell
        // Without a doorbell, it waits for the disk without a limit: better late than lost.
        do throws(ThreadError) { answered = try Doorbell() } catch { return await flush() }
        defer { answered.ring() }
        return await withCheckedContinuation { waiter in
            guard let ticket = register(waiter) else { return }
            // Not a sleeping task, because that would start Swift's thread pool.
            let thread = try? Thread("faderd-timeout") {
                answered.wait(atMost: limit)
                let late = saver.state.withLock { $0.withdraw(ticket) }
                late?.resume(returning: .failed(reason: "the disk did not answer in time; the last changes may be lost"))
            }
            thread?.detach()
        }
    }

    /// Saves everything unsaved, waits at most `limit` for that, and ends the saving thread. Later saves are refused. Blocks until the
    /// thread has tidied up, within the limit.
    public func close(within limit: Duration) async -> Durability {
        let end = SuspendingClock.now + limit
        let result = await flush(within: limit)
        saver.stop()
        if result == .durable { saver.waitForEnd(atMost: max(.zero, end - .now)) }
        return result
    }

    /// The status of saving.
    public var status: SavingStatus { saver.state.withLock { $0.currentStatus } }

    /// Answers the waiter at once if there is nothing to wait for, else returns its ticket.
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
