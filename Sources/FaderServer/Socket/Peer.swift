internal import Glibc

/// The other end of a connection.
public final class Peer: Sendable {
    /// The peer whose request this task answers; nil outside of requests.
    @TaskLocal static var current: Peer?
    /// Whether that request came with the key of a page.
    @TaskLocal public static var hasPageKey = false

    /// The process id; 0 over TCP, and if a container hides the process.
    let process: pid_t

    /// The other end of a new connection.
    init(process: pid_t) { self.process = process }
}
