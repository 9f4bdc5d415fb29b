public import FaderThreads
internal import Synchronization

/// Runs the daemon's tasks, all on the thread that calls `run`. Safe to use from anywhere.
///
/// Swift's own executor is not used: once a first task has run, its thread pool checks its threads every second forever, but this process
/// must not wake up at all while nothing moves. For the same reason tasks sleep with `sleep`, not with `Task.sleep`.
public final class TaskLoop: TaskExecutor {
    private typealias Clock = SuspendingClock

    private struct Sleeper {
        let end: Clock.Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers: [UInt64: Sleeper] = [:]
        /// The sleepers that were cancelled before they fell asleep.
        var sleepless: Set<UInt64> = []
        var nextSleeper: UInt64 = 0
        /// Who is told of a caught signal.
        var listeners: [Int32: AsyncStream<Int32>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let signal: Doorbell

    /// A loop that is not running yet.
    public init() throws(ThreadError) { signal = try Doorbell() }

    /// Queues a job of a task. Called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst { signal.ring() }
    }

    /// Runs `work`, and all tasks it starts, on this thread, and returns its result. Tasks that are still running then stop where they are.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
        let result = Mutex<Result?>(nil)
        Task(executorPreference: self) {
            let value = await work()
            result.withLock { $0 = value }
        }
        while true {
            if let value = result.withLock({ $0 }) { return value }
            tellSignals()
            let (jobs, limit) = takeDue()
            for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            if jobs.isEmpty { signal.wait(atMost: limit) }
        }
    }

    /// Catches signals of the process from now on. The sequence holds the newest one that was not read yet. Only for the loop of the program,
    /// and a signal for one sequence only.
    public func signals(_ numbers: Int32...) -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            for number in numbers { state.listeners[number] = continuation }
        }
        CaughtSignals.begin(numbers, ringing: signal)
        return stream
    }

    private func tellSignals() {
        let listeners = state.withLock { $0.listeners }
        guard !listeners.isEmpty else { return }
        for number in CaughtSignals.take() { listeners[number]?.yield(number) }
    }

    /// Sleeps; true if it slept the whole time, false if the task was cancelled.
    public func sleep(for duration: Duration) async -> Bool {
        let ticket = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        let end = Clock.now + duration
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.sleepless.remove(ticket) != nil { return true }
                    state.sleepers[ticket] = Sleeper(end: end, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume() } else { signal.ring() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: ticket)
                if sleeper == nil { state.sleepless.insert(ticket) }
                return sleeper
            }
            sleeper?.continuation.resume()
        }
        state.withLock { _ = $0.sleepless.remove(ticket) }
        return !Task.isCancelled
    }

    /// The jobs that can run now, and how long to wait until the next sleeper is due; nil if no task sleeps.
    private func takeDue() -> (jobs: [UnownedJob], limit: Duration?) {
        let now = Clock.now
        let woken = state.withLock { state in
            let due = state.sleepers.filter { $0.value.end <= now }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            return due.values.sorted { $0.end < $1.end }
        }
        // Outside the lock, because each one queues its task's job.
        for sleeper in woken { sleeper.continuation.resume() }
        return state.withLock { state in
            let jobs = state.jobs
            state.jobs = []
            return (jobs, state.sleepers.values.map(\.end).min().map { now.duration(to: $0) })
        }
    }
}
