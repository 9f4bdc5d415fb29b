internal import FaderAPI
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

    /// Starts to listen, and registers the key. Throws `cannotListen` if the port cannot be used, or why no daemon takes the key.
    ///
    /// - Parameters:
    ///   - port: the port; 0 lets the system choose.
    ///   - candidates: where the daemon's socket may be.
    ///   - revoked: called when a request shows that the key was revoked. The forwarder goes on and refuses everything but the page, so that no
    ///     other program gets the port, and with it what browsers still send.
    ///   - firstTime: how long a new connection may take until its first permitted request, in milliseconds.
    ///   - idleTime: how long a connection may be without a complete request before it is closed, in milliseconds.
    public static func open(
        port: Int, candidates: [String], revoked: @escaping @Sendable () -> Void = {}, firstTime: Int64 = 10_000, idleTime: Int64 = 60_000
    ) async throws(ClientError) -> WebForwarder {
        let loop = ClientLoop.group.next()
        let key = BearerToken.random(bits: 128)
        do {
            let door = try await loop.submit {
                let keeper = KeyKeeper(key: key, candidates: candidates, loop: loop, revoked: revoked)
                return NIOLoopBound(ForwardingDoor(key: key, keeper: keeper, loop: loop), eventLoop: loop)
            }.get()
            let listener = try await bootstrap(door, firstTime: firstTime, idleTime: idleTime).bind(host: "127.0.0.1", port: port).get()
            let bound = listener.localAddress?.port ?? 0
            do {
                try await loop.flatSubmit { door.value.keeper.start(as: keyName(bound)) }.get()
                return WebForwarder(port: bound, key: key)
            } catch {
                try await listener.close()
                throw error
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .cannotListen(
                port: port, reason: (error as? IOError).map { unsafe String(cString: strerror($0.errnoCode)) } ?? "\(error)")
        }
    }

    private static func bootstrap(_ door: NIOLoopBound<ForwardingDoor>, firstTime: Int64, idleTime: Int64) -> ServerBootstrap {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = ForwardingDoor.headSize
        limits.maxHeaderListSize = ForwardingDoor.headSize
        return ServerBootstrap(group: ClientLoop.group)
            .serverChannelOption(.backlog, value: 256)
            // Accept one at a time, so that each connection sees the places that the one before it took or freed.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
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

    private init(port: Int, key: String) { (self.port, self.key) = (port, key) }

    private static func keyName(_ port: Int) -> String { "web-\(port)" }
}
