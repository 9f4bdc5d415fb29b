import Glibc

/// Handles signals until there is a daemon to handle them.
enum EarlySignals {
    /// Makes SIGTERM and SIGINT exit with 0, because nothing needs an orderly shutdown yet, and ignores SIGHUP, because the config has not
    /// been read yet. `Launch` and `Running` take over.
    static func handle() {
        for stop in [SIGTERM, SIGINT] { signal(stop) { _ in _exit(EX_OK) } }
        signal(SIGHUP, SIG_IGN)
    }
}
