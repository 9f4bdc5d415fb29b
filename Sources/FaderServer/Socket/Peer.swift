internal import Glibc

/// The other end of a connection.
public final class Peer: Sendable {
    /// Its request is answered by this task; nil outside of requests.
    @TaskLocal static var current: Peer?
    /// Whether that request came with the key of a page.
    @TaskLocal public static var hasPageKey = false

    /// The id; 0 over TCP, and if a container hides the process.
    let process: pid_t

    init(process: pid_t) { self.process = process }
}
