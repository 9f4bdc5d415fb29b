internal import Glibc
internal import NIOCore
internal import Synchronization

/// A TCP address on which this process already listens, which proves that no other program does. Connections wait until the server takes over and accepts them.
/// Safe to use from any thread.
public final class AddressClaim: Sendable {
    /// The address.
    public let address: ListenAddress
    private let socket: Mutex<Int32>

    /// Claims the address, or throws the reason why it cannot.
    public init(_ address: ListenAddress) throws(ServerError) {
        self.address = address
        socket = Mutex(try Self.bind(address))
    }

    deinit { socket.withLock { if $0 >= 0 { _ = close($0) } } }

    /// Hands over the descriptor to the caller, who accepts connections and closes it. Call this only once.
    func takeSocket() -> Int32 {
        socket.withLock { socket in
            defer { socket = -1 }
            return socket
        }
    }

    /// How many connections may wait. The server sets its own number.
    private static let backlog: Int32 = 128

    private static func bind(_ address: ListenAddress) throws(ServerError) -> Int32 {
        // The only way to fail is an address that cannot be read, which the error says.
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
    /// The address, claimed.
    public let claim: AddressClaim
    /// The token.
    public let token: AccessToken

    package init(_ claim: AddressClaim, token: AccessToken) {
        self.claim = claim
        self.token = token
    }
}
