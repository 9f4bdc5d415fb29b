internal import Glibc

/// A shell script starts its background jobs with SIGINT ignored, and a supervisor may leave signals blocked. SIGHUP stays as it is, so
/// that `nohup faderctl watch` outlives its terminal.
enum EndingSignals {
    /// Makes SIGINT and SIGTERM end the program again. Has to be called before anything else.
    static func reset() {
        // The runtime requests thread priorities, which most users may not set, and would log each refusal to the journal.
        _ = unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        var ours = sigset_t()
        unsafe sigemptyset(&ours)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&ours, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &ours, nil)
    }
}
