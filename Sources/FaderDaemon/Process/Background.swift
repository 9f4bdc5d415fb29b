internal import Glibc

/// Does long work on a separate plain thread, so that it delays no other task.
enum Background {
    /// The work that is passed to the thread.
    private final class Work: Sendable {
        let perform: @Sendable () -> Void

        init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
    }

    /// Returns the result of `work`. If no thread can be started, the work is done on the caller's.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let work = Work { continuation.resume(returning: work()) }
            if !start(work) { work.perform() }
        }
    }

    private static func start(_ work: Work) -> Bool {
        let handle = unsafe Unmanaged.passRetained(work)
        // Signals are for other threads: one delivered here would not wake the thread that handles it.
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let refused = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().perform()
                return nil
            }, handle.toOpaque())
        guard refused == 0 else {
            unsafe handle.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
