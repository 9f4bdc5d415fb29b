internal import FaderValues
internal import NIOCore
internal import NIOPosix

/// A TCP connection to a peer. Owned by the event loop.
final class PeerSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var onBytes: (([UInt8]) -> Void)?
    /// Called once when the socket is open, unless that fails.
    var onOpen: (() -> Void)?
    /// Called once with the reason, for people, when the socket has ended or could not be opened.
    var onEnd: ((String) -> Void)?
    private var channel: (any Channel)?
    private var end: String?
    private var allowance = ReadAllowance()

    /// `unanswered`: for how long what is sent may be unacknowledged.
    func open(_ address: SocketAddress, on loop: any EventLoop, unanswered: Duration? = nil) {
        let handler = NIOLoopBound(self, eventLoop: loop)
        PeerStream.bootstrap(on: loop, unanswered: unanswered)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
            }.connect(to: address).assumeIsolated().whenComplete { [weak self] result in
                switch result {
                case .success(let channel): self?.opened(channel)
                case .failure(let error): self?.finish(PeerStream.words(of: error))
                }
            }
    }

    private func opened(_ channel: any Channel) {
        guard onEnd != nil else { return channel.close(promise: nil) }
        self.channel = channel
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in self?.finish("the connection was closed") }
        onOpen?()
    }

    func send(_ bytes: some Sequence<UInt8>) {
        guard let channel, end == nil else { return }
        channel.writeAndFlush(channel.allocator.buffer(bytes: bytes), promise: nil)
    }

    /// This machine's address on it; nil if it is not open.
    var localAddress: SocketAddress? { channel?.localAddress }

    /// Whether it can be used: it was opened, and has not ended.
    var isOpen: Bool { channel != nil && end == nil }

    /// Closes it; `onEnd` follows.
    func close(_ reason: String) {
        end = end ?? reason
        channel?.close(promise: nil)
    }

    /// Closes the socket. Nothing is called after this.
    func drop() {
        (onBytes, onOpen, onEnd) = (nil, nil, nil)
        channel?.close(promise: nil)
    }

    private func finish(_ reason: String) {
        let ended = onEnd
        drop()
        channel = nil
        ended?(end ?? reason)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard end == nil else { return }
        let bytes = unwrapInboundIn(data)
        allowance.count(bytes.readableBytes, on: context.channel)
        onBytes?(Array(bytes.readableBytesView))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(PeerStream.words(of: error)) }
}
