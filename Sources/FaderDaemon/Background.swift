internal import Glibc

/// Does what takes long on a plain thread of its own, so that nobody else's task waits for it meanwhile.
enum Background {
    /// What the thread is given.
    private final class Work: Sendable {
        let perform: @Sendable () -> Void

        init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
    }

    /// Returns what `work` came to. Where there is no thread to be had it is done right here.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let work = Work { continuation.resume(returning: work()) }
            if !start(work) { work.perform() }
        }
    }

    private static func start(_ work: Work) -> Bool {
        let handle = unsafe Unmanaged.passRetained(work)
        // Signals are for other threads: one that arrived here would wake nobody who handles it.
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
