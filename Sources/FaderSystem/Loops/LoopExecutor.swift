public import NIOCore

/// Runs the jobs of tasks and of an actor on a loop, in turn with its other work. Safe to use from any thread.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
    /// The loop.
    public let loop: any EventLoop

    /// Runs jobs on this loop.
    public init(_ loop: any EventLoop) { self.loop = loop }

    /// Runs a job after what is already waiting on the loop.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor()) }
    }

    /// Traps on any thread but the loop's.
    public func checkIsolated() { loop.preconditionInEventLoop() }
    /// Whether the calling thread is the loop's.
    public func isIsolatingCurrentContext() -> Bool? { loop.inEventLoop }
    /// This executor, for an actor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
    /// This executor, for a task.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { unsafe UnownedTaskExecutor(ordinary: self) }
}
