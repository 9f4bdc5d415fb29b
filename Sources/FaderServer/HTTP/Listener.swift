internal import FaderLoops
internal import FaderModel
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Sets up the handlers for every connection of a listening socket.
struct Listener: Sendable {
    let loop: any EventLoop
    let registry: NIOLoopBound<Registry>
    let logger: Logger

    /// Listens on a bound socket, which it closes, also if it throws. `place` is its name in the log.
    func listen(on socket: Int32, _ transport: Transport, place: String) async throws -> (listener: ListeningSocket, port: Int?) {
        let told: @Sendable (ListeningSocket.News) -> Void = { [logger] news in
            switch news {
            case .paused(let code):
                let reason = String(errno: code)
                logger.warning("\(place): no connection can be accepted: \(reason); faderd tries again every second, and clients wait")
            case .resumed: logger.notice("\(place): connections are accepted again")
            }
        }
        let (listener, address) = try await ListeningSocket.open(socket, on: loop, told: told) { bootstrap(transport) }
        return (listener, address?.port)
    }

    /// A bootstrap whose connections are checked, decoded, and given to a `Connection`.
    private func bootstrap(_ transport: Transport) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            // Accept one at a time, so that each connection sees the places that the one before it took or freed.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: transport.isTCP ? 1 : 0)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 * 1024, high: 64 * 1024))
            .childChannelInitializer { channel in
                guard case .unix(let access) = transport else { return add(to: channel, transport) }
                return PeerCheck.peer(channel, access: access).flatMap { peer in
                    if let peer { return add(to: channel, transport, peer) }
                    logger.warning("a connection of another user was refused")
                    return channel.close()
                }
            }
    }

    private func add(to channel: any Channel, _ transport: Transport, _ peer: Peer = Peer(process: 0)) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let limits = registry.value.limits
            var decoderLimits = NIOHTTPDecoderLimitConfiguration()
            decoderLimits.maxHeaderFieldSize = limits.headSize
            decoderLimits.maxHeaderListSize = limits.headSize
            decoderLimits.maxHeaderFieldCount = 128
            let connection = Connection(registry: registry.value, transport: transport, peer: peer)
            let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoderLimits)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ReadClock(connection))
            try pipeline.addHandlers([
                HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(), connection,
            ])
        }
    }
}

/// Sees bytes before they are decoded, so that a request whose head is never completed times out too. Owned by the event loop.
final class ReadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.bytesArrived()
        context.fireChannelRead(data)
    }
}
