internal import Glibc

/// The port of faderd-web.socket, which is for keys that last.
enum WebPort {
    static let lasting: UInt16 = 7374
}

/// The socket that systemd gives a service that it has started for a connection: sd_listen_fds(3).
enum ActivatedSocket {
    /// The first socket, which this process then owns. What it starts gets none.
    static func take() -> Int32? {
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) } }
        guard Environment.value("LISTEN_PID").flatMap({ Int32($0) }) == getpid(),
            let count = Environment.value("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return nil }
        let socket: Int32 = 3
        guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        return socket
    }
}
