internal import NIOCore

/// Sees bytes before they are decoded, so that a request whose head is never completed times out too. Owned by the event loop.
final class ReadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.bytesArrived(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }
}
