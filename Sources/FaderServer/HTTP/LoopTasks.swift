/// Runs tasks on the event loop, in turn with its other work.
final class LoopTasks: TaskExecutor {
    private let loop: LoopQueue

    init(_ loop: LoopQueue) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
