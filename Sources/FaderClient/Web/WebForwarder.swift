internal import FaderAPI
internal import FaderLoops
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Serves the page and the API of a daemon to browsers on a loopback port, by forwarding requests to the daemon's Unix socket. Safe to use
/// from any thread.
///
/// Any user of the machine can reach the port, so every request must show the key, except those for the page itself, which contains nothing
/// of the daemon's state. The key is registered with the daemon, which judges what it allows. Requests without it are answered here. Each
/// request with it opens its own connection to the daemon, so a restarted daemon is found again.
public final class WebForwarder: Sendable {
    /// The port it listens on, on 127.0.0.1.
    public let port: Int
    /// The key that requests must show. It is new for each forwarder and stored nowhere else, and ends with this program.
    public let key: String
    /// The name under which the daemon lists the key.
    public var keyName: String { Self.keyName(port) }
    /// The address to open in a browser. The key is the part after the `#`, which browsers do not send.
    public var address: String { "http://127.0.0.1:\(port)/#\(key)" }

    private let listener: ListeningSocket

    /// Starts to listen, and registers the key. Throws `cannotListen` if the port cannot be used, or why no daemon accepts the key.
    ///
    /// - Parameters:
    ///   - port: the port; 0 lets the system choose.
    ///   - candidates: where the daemon's socket may be.
    ///   - own: what this program answers itself, to requests with the key; nil if nothing.
    ///   - revoked: called when a request shows that the key was revoked. The forwarder goes on and refuses everything but the page, so
    ///     that no other program gets the port, and with it what browsers still send.
    ///   - told: called with a sentence when no connection can be accepted, and when that is over.
    ///   - firstTime: how long a new connection may take until its first permitted request, in milliseconds.
    ///   - idleTime: how long a connection may be without a complete request before it is closed, in milliseconds.
    public static func open(
        port: Int, candidates: [String], own: OwnRoutes? = nil, revoked: @escaping @Sendable () -> Void = {},
        told: @escaping @Sendable (String) -> Void = { _ in },
        firstTime: Int64 = 10_000, idleTime: Int64 = 60_000
    ) async throws(ClientError) -> WebForwarder {
        let loop = try ClientLoop.running()
        let key = BearerToken.random(bits: 128)
        do {
            let door = try await loop.submit {
                let keeper = KeyKeeper(key: key, candidates: candidates, loop: loop, revoked: revoked)
                return NIOLoopBound(ForwardingDoor(key: key, keeper: keeper, own: own, loop: loop), eventLoop: loop)
            }.get()
            let (listener, address) = try await ListeningSocket.open(try bound(to: port), on: loop, told: { told(sentence($0)) }) {
                bootstrap(door, on: loop, firstTime: firstTime, idleTime: idleTime)
            }
            let port = address?.port ?? 0
            do {
                try await loop.flatSubmit { door.value.keeper.start(as: keyName(port)) }.get()
                return WebForwarder(listener, port: port, key: key)
            } catch {
                await listener.close()
                throw error
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .cannotListen(
                port: port, reason: (error as? IOError).map { unsafe String(cString: strerror($0.errnoCode)) } ?? "\(error)")
        }
    }

    private static func sentence(_ news: ListeningSocket.News) -> String {
        switch news {
        case .paused(let code):
            unsafe "no connection can be accepted: \(String(cString: strerror(code))); trying again every second, and browsers wait"
        case .resumed: "connections are accepted again"
        }
    }

    /// A socket on 127.0.0.1, bound to a port.
    private static func bound(to port: Int) throws -> Int32 {
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        var yes: Int32 = 1
        let isBound =
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
            && address.withSockAddr { unsafe bind(descriptor, $0, socklen_t($1)) } == 0
        guard isBound else {
            let code = errno
            close(descriptor)
            throw IOError(errnoCode: code, reason: "bind")
        }
        return descriptor
    }

    private static func bootstrap(_ door: NIOLoopBound<ForwardingDoor>, on loop: any EventLoop, firstTime: Int64, idleTime: Int64)
        -> ServerBootstrap
    {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = ForwardingDoor.headSize
        limits.maxHeaderListSize = ForwardingDoor.headSize
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            // Accept one at a time, so that each connection sees the places that the one before it took or freed.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 * 1024, high: 64 * 1024))
            .childChannelInitializer { [limits] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withErrorHandling: true, withOutboundHeaderValidation: true, withEncoderConfiguration: .init(),
                        withDecoderLimitConfiguration: limits)
                    try channel.pipeline.syncOperations.addHandler(IdleStateHandler(readTimeout: .milliseconds(idleTime)))
                    try channel.pipeline.syncOperations.addHandler(ForwardedRequest(door.value, firstTime: firstTime))
                }
            }
    }

    private init(_ listener: ListeningSocket, port: Int, key: String) {
        (self.listener, self.port, self.key) = (listener, port, key)
    }

    private static func keyName(_ port: Int) -> String { "web-\(port)" }
}
