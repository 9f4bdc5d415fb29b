import Dispatch
import Synchronization

/// Runs the server's tasks that ask the daemon, one at a time as in `faderd`; while the gate is closed, they wait.
final class TaskGate: TaskExecutor {
    private struct State {
        var isClosed = false
        var waiting: [UnownedJob] = []
        var count = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tasks")

    /// The number of jobs so far.
    var count: Int { state.withLock(\.count) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isClosed = state.withLock { state in
            state.count += 1
            if state.isClosed { state.waiting.append(job) }
            return state.isClosed
        }
        if !isClosed { run(job) }
    }

    private func run(_ job: UnownedJob) {
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Makes tasks wait from now on.
    func close() { state.withLock { $0.isClosed = true } }

    /// Lets the waiting tasks continue, in order.
    func open() {
        let waiting = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (false, []) }
            return state.waiting
        }
        for job in waiting { run(job) }
    }
}
