public import NIOCore

/// Runs the jobs of tasks and of an actor on a loop, in turn with its other work. Safe to use from any thread.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
    public let loop: any EventLoop

    public init(_ loop: any EventLoop) { self.loop = loop }

    /// Runs a job after what is already waiting on the loop.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor()) }
    }

    /// Traps on any thread but the loop's.
    public func checkIsolated() { loop.preconditionInEventLoop() }
    public func isIsolatingCurrentContext() -> Bool? { loop.inEventLoop }
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor { unsafe UnownedTaskExecutor(ordinary: self) }
}
