internal import FaderValues
internal import NIOCore
internal import NIOPosix

/// A TCP connection to a Snapcast server: lines and its end. Owned by the event loop.
final class SnapcastSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The longest line that is read: the status of thousands of clients.
    static let mostBytes = 4 << 20

    /// Called with each line.
    var onLine: (([UInt8]) -> Void)?
    /// It can be written. Called once, unless it fails.
    var onOpen: (() -> Void)?
    /// It has ended or could not be opened, with the reason for people. Called once.
    var onEnd: ((String) -> Void)?
    private var channel: (any Channel)?
    private var line: [UInt8] = []
    private var end: String?
    private var allowance = ReadAllowance()

    /// Opens it.
    func open(_ address: SocketAddress, on loop: any EventLoop) {
        let handler = NIOLoopBound(self, eventLoop: loop)
        PeerStream.bootstrap(on: loop)
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

    /// Sends a text.
    func send(_ text: String) {
        guard let channel, end == nil else { return }
        channel.writeAndFlush(channel.allocator.buffer(string: text), promise: nil)
    }

    /// Closes it; `onEnd` follows.
    func close(_ reason: String) {
        end = end ?? reason
        channel?.close(promise: nil)
    }

    /// Closes it without another call.
    func drop() {
        (onLine, onOpen, onEnd) = (nil, nil, nil)
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
        for byte in unwrapInboundIn(data).readableBytesView {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            allowance.count(line.count, on: context.channel)
            let whole = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
            line.removeAll(keepingCapacity: line.count < ReadAllowance.bytes)
            onLine?(whole)
            guard end == nil else { return }
        }
        if line.count > Self.mostBytes { close("it sent a line longer than \(Self.mostBytes >> 20) MiB") }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(PeerStream.words(of: error)) }
}
