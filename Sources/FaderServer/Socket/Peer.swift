internal import Glibc

/// The other end of a connection.
public final class Peer: Sendable {
    /// The one whose request is being answered by this task; nil outside of requests.
    @TaskLocal static var current: Peer?
    /// Whether that request came with the key of a page.
    @TaskLocal public static var hasPageKey = false

    /// Its process; 0 over TCP, and if it is in a container that hides it.
    let process: pid_t

    /// The other end of a new connection.
    init(process: pid_t) { self.process = process }
}
