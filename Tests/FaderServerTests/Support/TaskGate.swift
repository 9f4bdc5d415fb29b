import Dispatch
import Synchronization

/// Runs the tasks in which the server asks the daemon, one at a time as `faderd` does; while it is closed they wait.
final class TaskGate: TaskExecutor {
    private struct State {
        var isClosed = false
        var waiting: [UnownedJob] = []
        var count = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tasks")

    /// How many jobs of tasks there were so far.
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

    /// From now on tasks wait.
    func close() { state.withLock { $0.isClosed = true } }

    /// Those that wait go on, in their order.
    func open() {
        let waiting = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (false, []) }
            return state.waiting
        }
        for job in waiting { run(job) }
    }
}
