import Glibc

/// Signals before there is a daemon that could heed them.
enum EarlySignals {
    /// From here on no signal kills: until something has begun that has to be brought to an end, a stop is an exit, and a reload is of no
    /// use to whoever has not read the config yet. `Launch` and `Running` take over.
    static func handle() {
        for stop in [SIGTERM, SIGINT] { signal(stop) { _ in _exit(EX_OK) } }
        signal(SIGHUP, SIG_IGN)
    }
}
