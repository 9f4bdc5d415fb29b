internal import Glibc
internal import NIOCore

/// Linux's `struct ucred`, which the Glibc module does not expose.
private struct Credentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
}

/// Asks the system who is at the other end of a Unix socket.
enum PeerCheck {
    /// Nil if the peer may not use the daemon. If the socket is shared with a group, the file mode has already decided that.
    static func peer(_ channel: any Channel, access: SocketPlace.Access) -> EventLoopFuture<Peer?> {
        guard let provider = channel as? any SocketOptionProvider else { return channel.eventLoop.makeSucceededFuture(nil) }
        let credentials: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return credentials.map { access != .owner || isAllowed(user: $0.user, owner: geteuid()) ? Peer(process: $0.process) : nil }
    }

    /// Whether a user may use the socket of `owner`: only the owner and root may.
    static func isAllowed(user: uid_t, owner: uid_t) -> Bool { user == owner || user == 0 }
}
