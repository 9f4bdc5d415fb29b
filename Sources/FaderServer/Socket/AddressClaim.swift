internal import Glibc
internal import NIOCore
internal import Synchronization

/// This process already listens on the address, which proves that no other program does. Connections wait until the server accepts them.
/// Safe to use from any thread.
public final class AddressClaim: Sendable {
    public let address: ListenAddress
    private let socket: Mutex<Int32>

    public init(_ address: ListenAddress) throws(ServerError) {
        self.address = address
        socket = Mutex(try Self.bind(address))
    }

    deinit { socket.withLock { if $0 >= 0 { _ = close($0) } } }

    /// The caller accepts connections and closes the descriptor. To be called once.
    func takeSocket() -> Int32 {
        socket.withLock { socket in
            defer { socket = -1 }
            return socket
        }
    }

    /// Connections that may wait. The server sets its own number.
    private static let backlog: Int32 = 128

    private static func bind(_ address: ListenAddress) throws(ServerError) -> Int32 {
        // Fails only if the address cannot be read.
        guard let wanted = try? SocketAddress(ipAddress: address.host, port: address.port) else { throw .badAddress("\(address)") }
        let family = wanted.protocol == .inet6 ? AF_INET6 : AF_INET
        let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", path: "\(address)", errno: errno) }
        // Connections of an earlier daemon that have just ended do not count.
        var yes: Int32 = 1
        // Two sockets may be bound to one address as long as neither listens.
        let isOurs =
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
            && wanted.withSockAddr { unsafe Glibc.bind(descriptor, $0, socklen_t($1)) } == 0
            && listen(descriptor, Self.backlog) == 0
        guard isOurs else {
            let code = errno
            close(descriptor)
            throw code == EADDRINUSE ? .addressInUse("\(address)") : .system(call: "bind", path: "\(address)", errno: code)
        }
        return descriptor
    }
}

/// A TCP address to listen on, with the token that its clients need.
public struct GuardedAddress: Sendable {
    public let claim: AddressClaim
    public let token: AccessToken

    package init(_ claim: AddressClaim, token: AccessToken) {
        self.claim = claim
        self.token = token
    }
}
