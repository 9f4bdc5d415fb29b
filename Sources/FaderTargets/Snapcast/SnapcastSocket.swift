internal import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// A TCP connection to a Snapcast server: lines and its end. Owned by the event loop.
final class SnapcastSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The longest line that is read: the status of thousands of clients.
    static let mostBytes = 4 << 20
    /// How many bytes are read per `rest`. A peer that sends more has to wait.
    private static let allowance = 512 << 10
    private static let rest = TimeAmount.milliseconds(100)
    /// The cost of a line in addition to its bytes.
    private static let fee = 100
    private static let patience = TimeAmount.seconds(5)

    /// Called with each line.
    var onLine: (([UInt8]) -> Void)?
    /// It can be written. Called once, unless it fails.
    var onOpen: (() -> Void)?
    /// It has ended or could not be opened, with the reason for people. Called once.
    var onEnd: ((String) -> Void)?
    private var channel: (any Channel)?
    private var line: [UInt8] = []
    private var end: String?
    /// How many bytes were read since `since`.
    private var readBytes = 0
    private var since = NIODeadline.uptimeNanoseconds(0)

    /// Opens it.
    func open(_ address: SocketAddress, on loop: any EventLoop) {
        let handler = NIOLoopBound(self, eventLoop: loop)
        ClientBootstrap(group: loop).connectTimeout(Self.patience)
            // With keep-alive, the kernel notices a pulled cable without a wake-up here.
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 20)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3).channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
            }.connect(to: address).assumeIsolated().whenComplete { [weak self] result in
                switch result {
                case .success(let channel): self?.opened(channel)
                case .failure(let error): self?.finish(Self.words(of: error))
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
            count(line.count + Self.fee, context)
            let whole = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
            line.removeAll(keepingCapacity: line.count < Self.allowance)
            onLine?(whole)
            guard end == nil else { return }
        }
        if line.count > Self.mostBytes { close("it sent a line longer than \(Self.mostBytes >> 20) MiB") }
    }

    /// Counts what was read, and pauses reading if it was too much.
    private func count(_ bytes: Int, _ context: ChannelHandlerContext) {
        if .now() - since > Self.rest { (readBytes, since) = (0, .now()) }
        readBytes += bytes
        guard readBytes > Self.allowance else { return }
        readBytes = 0
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenFailure { _ in channel.close(promise: nil) }
        context.eventLoop.scheduleTask(deadline: since + Self.rest) {
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(Self.words(of: error)) }

    private static func words(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(errno: error.errnoCode)
        case let error as NIOConnectionError: error.connectionErrors.first.map { words(of: $0.error) } ?? "it cannot be reached"
        case ChannelError.connectTimeout: "it does not answer"
        case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.inputClosed: "the connection was closed"
        default: "\(error)"
        }
    }
}
