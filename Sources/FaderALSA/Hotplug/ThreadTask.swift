internal import CALSA
internal import Glibc

/// Runs a closure once on a plain thread of its own.
final class ThreadTask {
    private let name: String
    private let body: () -> Void

    /// `name` is what `top` shows: its first 15 bytes. What `body` holds belongs to the thread from `start` on.
    init(name: String, body: @escaping () -> Void) {
        self.name = name
        self.body = body
    }

    /// Starts the thread; it has to be joined or detached. Signals are left to the other threads.
    func start() throws(SequencerError) -> pthread_t {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        // A new thread inherits the signal mask of the thread that creates it.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let task = unsafe Unmanaged<ThreadTask>.fromOpaque(argument).takeRetainedValue()
                unsafe calsa_name_thread(task.name)
                task.body()
                return nil
            }, unsafe context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw .system(call: "pthread_create", errno: code)
        }
        return thread
    }
}
