internal import Glibc
internal import Synchronization

/// Runs work on a plain thread of its own, so that a disk that does not answer blocks only that thread.
enum OwnThread {
    /// The most threads at once. A thread that hangs in the kernel cannot be ended, so their number is limited.
    private static let most = 16
    private static let running = Atomic(0)

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts work without waiting for it to finish. False if no thread can be started.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard running.add(1, ordering: .relaxed).newValue <= most else {
            running.subtract(1, ordering: .relaxed)
            return false
        }
        let handle = unsafe Unmanaged.passRetained(Work(body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // The new thread inherits its creator's signal mask; signals must go to other threads.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                OwnThread.running.subtract(1, ordering: .relaxed)
                return nil
            }, handle.toOpaque())
        guard code == 0 else {
            unsafe handle.release()
            running.subtract(1, ordering: .relaxed)
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// The result of work; nil if it is not done by `deadline`, or no thread can be started.
    static func result<Result: Sendable>(until deadline: ContinuousClock.Instant, of work: @escaping @Sendable () -> Result) -> Result? {
        let box = Box<Result>()
        var ends: [Int32] = [-1, -1]
        guard deadline > .now, unsafe pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let isStarted = start {
            let result = work()
            box.value.withLock { $0 = result }
            // Closing it wakes the `poll` on the other end.
            close(writing)
        }
        guard isStarted else {
            close(writing)
            return nil
        }
        var descriptor = pollfd(fd: reading, events: 0, revents: 0)
        repeat {
            let left = max((deadline - .now) / .milliseconds(1), 0).rounded(.up)
            if unsafe poll(&descriptor, 1, Int32(min(left, 1e9))) == 1 { break }
        } while deadline > .now
        return box.value.withLock { $0 }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
