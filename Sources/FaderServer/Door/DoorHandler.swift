package import NIOCore
internal import NIOHTTP1

extension DoorConnection {
    /// Behind the decoder of a new channel. `headSize` is the most bytes of a request's line and headers.
    package final func join(_ channel: any Channel, headSize: Int) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = headSize
        limits.maxHeaderListSize = headSize
        limits.maxHeaderFieldCount = 128
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)
        try channel.pipeline.syncOperations.addHandlers([
            ReadClock(self), HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(), DoorHandler(self),
        ])
    }
}

/// Owned by the event loop.
final class DoorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let connection: DoorConnection

    init(_ connection: DoorConnection) { self.connection = connection }

    func handlerAdded(context: ChannelHandlerContext) { connection.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        connection.left()
        connection.context = nil
    }

    func channelActive(context: ChannelHandlerContext) { connection.arrived() }

    func channelInactive(context: ChannelHandlerContext) {
        connection.deadline.cancel()
        connection.left()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !connection.isEnding { connection.read(unwrapInboundIn(data)) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return connection.closeNow() }
        if !connection.isEnding { connection.unreadable(isHeadTooLarge: error == .headerOverflow) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else { return }
        if !connection.isEnding { connection.inputClosed() } else if connection.isLingering { connection.closeNow() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !connection.isEnding { connection.writabilityChanged() }
    }
}

/// Sees bytes before they are decoded. Owned by the event loop.
private final class ReadClock: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: DoorConnection

    init(_ connection: DoorConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !connection.isEnding { connection.bytesArrived() }
        context.fireChannelRead(data)
    }
}
