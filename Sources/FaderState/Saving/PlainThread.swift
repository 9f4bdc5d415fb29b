internal import Glibc

/// A separate thread for work that must not run on Swift's thread pool, or would block it.
enum PlainThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the body on a new thread, which ends with it and gets no signals: a signal delivered there would not wake the thread that
    /// handles it. Returns the error number if the thread could not be started, else 0.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let handle = unsafe Unmanaged.passRetained(Start(body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, handle.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if result == 0 { pthread_detach(thread) } else { unsafe handle.release() }
        return result
    }
}
