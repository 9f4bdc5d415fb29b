internal import NIOCore
internal import Synchronization

/// Takes work for the event loop from other threads. Safe to use from anywhere.
///
/// After `close`, work is dropped: the connections that it was for are gone, and the loop, which is about to end, may not be given more.
final class LoopQueue: Sendable {
    private let loop: any EventLoop
    private let isOpen = Mutex(true)

    init(_ loop: any EventLoop) { self.loop = loop }

    func execute(_ work: @escaping @Sendable () -> Void) {
        isOpen.withLock { if $0 { loop.execute(work) } }
    }

    func close() { isOpen.withLock { $0 = false } }
}

/// Runs tasks on the event loop, in turn with its other work.
final class LoopTasks: TaskExecutor {
    private let loop: LoopQueue

    init(_ loop: LoopQueue) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
