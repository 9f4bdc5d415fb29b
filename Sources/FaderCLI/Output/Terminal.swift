internal import FaderValues
internal import Glibc

/// The terminal in raw mode: keys arrive one by one, without echo. However the program ends, the terminal is restored.
enum Terminal {
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// NO_COLOR (no-color.org) is not set, and the terminal is not a dumb one.
    static var isColorWanted: Bool { (Environment.value("NO_COLOR") ?? "").isEmpty && Environment.value("TERM") != "dumb" }

    static var width: Int { size.columns }

    /// 80 and 24 if unknown.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
        return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    // Written once, before the handlers that read them are installed.
    nonisolated(unsafe) private static var saved = termios()
    nonisolated(unsafe) private static var raw = termios()
    // One word, set only by the thread that enters and leaves.
    nonisolated(unsafe) private static var isRaw = false

    /// The signals that end a program. Those that bugs raise are among them.
    private static let deadly = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
    ]

    static func enter() throws(Failure) {
        guard unsafe tcgetattr(STDIN_FILENO, &saved) == 0 else { throw refused("tcgetattr") }
        unsafe raw = unsafe saved
        unsafe raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        unsafe raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        unsafe raw.c_cc.6 = 1  // VMIN: a read waits for one byte
        unsafe raw.c_cc.5 = 0  // VTIME: without a time limit.
        installHandlers()
        guard unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else { throw refused("tcsetattr") }
        unsafe isRaw = true
    }

    /// Does nothing if the terminal is not in raw mode.
    static func leave() {
        guard unsafe isRaw else { return }
        unsafe isRaw = false
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &saved)
    }

    /// Stops the program as ctrl-z does, until the shell continues it.
    static func suspend() { raiseHere(SIGTSTP) }

    /// Ends the program as ctrl-c does, so that a script that called it stops too.
    static func interrupt() { raiseHere(SIGINT) }

    /// The signal has been handled when this returns. Unblocked first, because the threads that run tasks block all signals.
    static func raiseHere(_ number: Int32) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }

    private static func refused(_ call: String) -> Failure {
        Failure(.io, "the terminal cannot be set up (\(call): \(String(errno: errno)))")
    }

    // MARK: Signals

    /// They call only functions that POSIX allows in them: tcsetattr, signal, raise.
    private static func installHandlers() {
        for number in deadly {
            signal(number) { number in
                unsafe tcsetattr(STDIN_FILENO, TCSANOW, &Terminal.saved)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        signal(SIGTSTP) { _ in
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, &Terminal.saved)
            raise(SIGSTOP)
        }
        signal(SIGCONT) { _ in if unsafe Terminal.isRaw { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &Terminal.raw) } }
        // For other code that calls `exit`.
        atexit { Terminal.leave() }
    }
}
