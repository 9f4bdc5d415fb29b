internal import Glibc

/// Restores the signals that end the program, whatever it inherited: a shell script starts its background jobs with SIGINT ignored, and
/// a supervisor may leave signals blocked. SIGHUP stays as it is: `nohup faderctl watch` outlives its terminal.
enum Signals {
    /// Makes SIGINT and SIGTERM end the program. To be called first of all.
    static func reset() {
        // The runtime asks for thread priorities, which few may have, and would tell the journal of each refusal.
        _ = unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        var ours = sigset_t()
        unsafe sigemptyset(&ours)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&ours, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &ours, nil)
    }
}
