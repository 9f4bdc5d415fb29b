internal import FaderValues
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// A WebSocket connection to a peer, by NIO, which is linked anyway. Owned by the event loop.
final class PeerWebSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    struct End: Equatable {
        /// The code with which the peer has closed it; nil if there was none.
        var code: Int?
        var reason: String
    }

    struct Callbacks {
        var text: ([UInt8]) -> Void
        /// It has ended or could not be opened. Called once.
        var closed: (End) -> Void
        var opened: () -> Void = {}
    }

    struct Manner {
        var peer: String
        var path = "/"
        var subprotocol: String?
        var mostBytes: Int
        /// For how long what is sent may be unacknowledged.
        var unanswered: Duration?
    }

    /// The close code for a normal end (RFC 6455, 7.4.1).
    private static let done = UInt16(1000)

    private let manner: Manner
    private let callbacks: Callbacks
    private var channel: (any Channel)?
    private var end: End?
    private var isOver = false
    private var isUpgraded = false
    private var allowance = ReadAllowance()

    init(_ manner: Manner, _ callbacks: Callbacks) { (self.manner, self.callbacks) = (manner, callbacks) }

    func open(_ address: SocketAddress, host: String, on loop: any EventLoop) {
        let handler = NIOLoopBound(self, eventLoop: loop)
        PeerStream.bootstrap(on: loop, unanswered: manner.unanswered)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try handler.value.prepare(channel, host: host, handler) }
            }.connect(to: address).assumeIsolated().whenFailure { [weak self] error in
                if let self { finish(End(reason: words(of: error))) }
            }
    }

    private func prepare(_ channel: any Channel, host: String, _ handler: NIOLoopBound<PeerWebSocket>) throws {
        self.channel = channel
        let mostBytes = manner.mostBytes
        let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(maxFrameSize: mostBytes, enableAutomaticErrorHandling: false) {
            channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let whole = NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_024, maxAccumulatedFrameSize: mostBytes)
                try channel.pipeline.syncOperations.addHandlers([whole, handler.value])
                return true
            }
        }
        var headers: HTTPHeaders = ["Host": host]
        if let subprotocol = manner.subprotocol { headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: manner.path, headers: headers)
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Bool>(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
            channel.eventLoop.makeSucceededFuture(false)
        }
        var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
        // A greeting may come in the same packet.
        pipeline.leftOverBytesStrategy = .forwardBytes
        let upgraded = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
        upgraded.assumeIsolated().whenComplete { [weak self] in self?.answered($0) }
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in
            self?.finish(End(reason: "the connection was closed"))
        }
    }

    private func answered(_ result: Result<Bool, any Error>) {
        switch result {
        case .success(true):
            isUpgraded = true
            callbacks.opened()
        case .success(false): close("what answers there is not \(manner.peer)")
        case .failure(let error):
            let isOther = error is NIOHTTPClientUpgradeError || error is HTTPParserError
            close(isOther ? "what answers there is not \(manner.peer)" : words(of: error))
        }
    }

    func send(_ text: String) {
        guard let channel, isUpgraded, end == nil else { return }
        write(.text, channel.allocator.buffer(string: text), on: channel)
    }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, on channel: any Channel) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        channel.pipeline.syncOperations.writeAndFlush(NIOAny(frame), promise: nil)
    }

    /// Closes it; `closed` follows.
    func close(_ reason: String, code: Int? = nil) {
        end = end ?? End(code: code, reason: reason)
        channel?.close(promise: nil)
    }

    /// Closes the connection. Nothing is called after this.
    func drop() {
        isOver = true
        if let channel, isUpgraded, end == nil { write(.connectionClose, ByteBuffer(integer: Self.done), on: channel) }
        channel?.close(promise: nil)
    }

    private func finish(_ end: End) {
        guard !isOver else { return }
        isOver = true
        channel = nil
        callbacks.closed(self.end ?? end)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard end == nil else { return }
        allowance.count(frame.length, on: context.channel)
        switch frame.opcode {
        case .text: callbacks.text(Array(frame.unmaskedData.readableBytesView))
        case .ping:
            // A peer that does not read is sent no more pongs.
            if context.channel.isWritable { write(.pong, frame.unmaskedData, on: context.channel) }
        case .connectionClose:
            var data = frame.unmaskedData
            let code = data.readInteger(as: UInt16.self).map { Int($0) }
            close("\(manner.peer) has closed the connection" + (code.map { " (\($0))" } ?? ""), code: code)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { close(words(of: error)) }

    private func words(of error: any Error) -> String {
        switch error {
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
            "it sent something that is not a message of \(manner.peer), or longer than \(manner.mostBytes >> 20) MiB"
        default: PeerStream.words(of: error)
        }
    }
}
