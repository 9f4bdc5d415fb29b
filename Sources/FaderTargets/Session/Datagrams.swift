internal import NIOCore
internal import NIOPosix

final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    private let onPacket: (ByteBuffer, SocketAddress) -> Void
    private let onError: (any Error, any Channel) -> Void

    /// The largest UDP packet. With locked memory, each socket keeps this many bytes resident.
    private static let mostBytes = 65536

    init(onPacket: @escaping (ByteBuffer, SocketAddress) -> Void, onError: @escaping (any Error, any Channel) -> Void) {
        (self.onPacket, self.onError) = (onPacket, onError)
    }

    func bootstrap(on loop: any EventLoop) -> DatagramBootstrap {
        let handler = NIOLoopBound(self, eventLoop: loop)
        let room = FixedSizeRecvByteBufferAllocator(capacity: Self.mostBytes)
        return DatagramBootstrap(group: loop).channelOption(.recvAllocator, value: room).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        onPacket(envelope.data, envelope.remoteAddress)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { onError(error, context.channel) }
}

extension Channel {
    func send(_ bytes: [UInt8], to address: SocketAddress) -> EventLoopFuture<Void> {
        writeAndFlush(AddressedEnvelope(remoteAddress: address, data: allocator.buffer(bytes: bytes)))
    }
}
