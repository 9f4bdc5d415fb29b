internal import FaderSystem
internal import Synchronization

/// The saving thread, and what it shares with the callers. While there is nothing to save, it does not wake up. No other thread waits for
/// the disk.
final class Saver: Sendable {
    let state: Mutex<SaverState>
    /// Wakes the thread; nil until it is started.
    private let bell = Mutex<Doorbell?>(nil)
    /// Whether the thread has ended, and the bell of the one that waits for that.
    private let end = Mutex<(isHere: Bool, waiter: Doorbell?)>((false, nil))
    private let tell: @Sendable (SavingEvent) -> Void
    private let today: @Sendable () -> Double

    init(state: SaverState, tell: @escaping @Sendable (SavingEvent) -> Void, today: @escaping @Sendable () -> Double) {
        self.state = Mutex(state)
        self.tell = tell
        self.today = today
    }

    func wake() { bell.withLock { $0 }?.ring() }

    /// Blocks until the thread has ended after `stop`. Does not wait if no descriptor is left to wait with.
    func waitForEnd(atMost limit: Duration) {
        guard let waiter = try? Doorbell() else { return }
        let isHere = end.withLock { end in
            end.waiter = waiter
            return end.isHere
        }
        if !isHere { waiter.wait(atMost: limit) }
    }

    /// Ends the thread after the save in progress, if any. Nothing more is saved.
    func stop() {
        let waiters = state.withLock { $0.stop() }
        for waiter in waiters { waiter.resume(returning: .failed(reason: "faderd is stopping")) }
        wake()
    }

    private struct Work {
        var file: StateFile
        var document: StateDocument
        var isDirty: Bool
        /// Whether the file is not locked yet.
        var lacksLock: Bool
        /// Taken later, if it could not be at the start.
        var lock: StateLock?
    }

    /// Starts the thread, which owns the file from now on.
    func start(_ file: StateFile, _ document: StateDocument, isDirty: Bool, lacksLock: Bool) throws(ThreadError) {
        let bell = try Doorbell()
        self.bell.withLock { $0 = bell }
        try Thread("faderd-state") {
            self.run(Work(file: file, document: document, isDirty: isDirty, lacksLock: lacksLock), bell)
            let waiter = self.end.withLock { end in
                end.isHere = true
                return end.waiter
            }
            waiter?.ring()
        }.detach()
    }

    private func run(_ begun: Work, _ bell: Doorbell) {
        var work = begun
        while true {
            switch state.withLock({ $0.next(at: .now) }) {
            case .stop: return
            case .sleep(let limit): bell.wait(atMost: limit)
            case .save(let changes, let through): save(changes, through: through, &work)
            }
        }
    }

    private func save(_ changes: UnsavedChanges, through: UInt64, _ work: inout Work) {
        if work.document.take(changes) { work.isDirty = true }
        guard work.isDirty else { return succeed(through: through, wrote: false, path: work.file.path) }
        do {
            if work.lacksLock { try takeLock(&work) }
            let firstError = try work.file.save(work.document.render(), now: today())
            work.isDirty = false
            if let firstError {
                tell(SavingEvent(severity: .warning, message: "\(work.file.path): \(firstError.cause); saved with a new file"))
            }
            succeed(through: through, wrote: true, path: work.file.path)
        } catch {
            let reason = Self.reason(error, path: work.file.path)
            let (waiters, isNews) = state.withLock { $0.fail(through: through, reason: reason, at: .now) }
            if isNews { tell(SavingEvent(severity: .error, message: reason)) }
            for waiter in waiters { waiter.resume(returning: .failed(reason: reason)) }
        }
    }

    /// It was not possible at the start, as in a directory that could not be written to. Throws if another process has it by now.
    private func takeLock(_ work: inout Work) throws(StateError) {
        let lock = try StateLock(beside: work.file.given)
        if lock.isHeld { (work.lock, work.lacksLock) = (lock, false) }
    }

    private func succeed(through: UInt64, wrote: Bool, path: String) {
        let now = today()
        let (waiters, isNews) = state.withLock { state in
            let wasFailing = state.status.condition != .ok
            return (state.end(through: through, wrote: wrote, now: now), wasFailing)
        }
        if isNews { tell(SavingEvent(severity: .notice, message: "saving to \(path) works again")) }
        for waiter in waiters { waiter.resume(returning: .durable) }
    }

    /// Why saving fails, as a sentence that also says what to do.
    static func reason(_ error: StateError, path: String) -> String {
        "saving to \(path) fails (\(error.cause)): \(error.advice); faderd keeps trying"
    }
}
