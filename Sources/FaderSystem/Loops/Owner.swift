internal import Glibc
public import NIOCore
internal import NIOPosix
internal import Synchronization

/// The one owner of the daemon's state: an actor on an event loop, which also serves HTTP and reads what the MIDI thread reports. So the
/// compiler checks that nobody else touches that state, and nothing there needs a lock.
///
/// Work that may take longer than ten milliseconds is done on values, on a thread of its own (`SeparateThread`).
///
/// Its tasks run on the loop alone: they start with `Owner.start` and sleep with `Owner.sleep`. A bare `Task`, `Task.sleep` or `Task.yield`
/// would start Swift's thread pool, which then wakes the process once a second forever.
@globalActor
public actor Owner {
    public static let shared = Owner()

    public nonisolated let loop: any EventLoop
    private nonisolated let executor: LoopExecutor

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The loop that `run` has made; nil in a program without `run`, such as a test.
    private static let mainLoop = Mutex<(any EventLoop)?>(nil)

    private init() {
        loop = Self.mainLoop.withLock { $0 } ?? Self.ownLoop()
        executor = LoopExecutor(loop)
    }

    private static func ownLoop() -> any EventLoop {
        do throws(ThreadError) {
            return try LoopThread("faderd-owner").loop
        } catch {
            fatalError("\(error)")
        }
    }

    /// Makes the calling thread the loop's, runs `work` on it, and ends the process with the result. Throws without descriptors for a loop.
    public static func run(_ work: @escaping @Owner @Sendable () async -> Int32) throws(ThreadError) -> Never {
        try LoopThread.requireDescriptors()
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
            mainLoop.withLock { $0 = loop }
            start { exit(await work()) }
        }
        fatalError("the loop of the program has ended")
    }

    /// Starts a task that belongs to no other.
    @discardableResult
    public static func start<Result: Sendable>(_ work: @escaping @Owner @Sendable () async -> Result) -> Task<Result, Never> {
        Task(executorPreference: shared.executor) { await work() }
    }

    /// Runs `work` at once, in code that the loop has called. Traps on another thread.
    public static func assume<Result: Sendable>(_ work: @Owner () throws -> Result) rethrows -> Result {
        shared.preconditionIsolated()
        // The type differs only in its isolation, which was just checked. The standard library does the same for the main actor.
        return try withoutActuallyEscaping(work) { try unsafe unsafeBitCast($0, to: (() throws -> Result).self)() }
    }

    /// Runs `work` on the loop after what is already waiting there. From any thread.
    public static func submit(_ work: @escaping @Owner @Sendable () -> Void) { shared.loop.execute { assume(work) } }

    /// Sleeps; true if it slept the whole time, false if the task was cancelled.
    @Owner
    @discardableResult
    public static func sleep(for duration: Duration) async -> Bool {
        let nap = Nap()
        await withTaskCancellationHandler {
            await withCheckedContinuation { nap.begin($0, duration) }
        } onCancel: {
            submit { nap.end() }
        }
        return !Task.isCancelled
    }

    @Owner
    private final class Nap {
        private var continuation: CheckedContinuation<Void, Never>?
        private let alarm = Alarm()
        private var isOver = false

        func begin(_ continuation: CheckedContinuation<Void, Never>, _ duration: Duration) {
            guard !isOver else { return continuation.resume() }
            self.continuation = continuation
            alarm.set(in: duration) { self.end() }
        }

        func end() {
            isOver = true
            alarm.cancel()
            continuation?.resume()
            continuation = nil
        }
    }
}
