internal import FaderAPI
internal import NIOCore

/// Sees answers that the daemon gives without a request, before they are decoded: that it has no room for the connection, has closed it
/// to make room, or that the key that was registered on it was revoked. The decoder would only say that there was no request. Owned by the event loop.
final class RoomReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let path: String
    /// Whether an answer has begun; what follows may have any text in it.
    private var isBegun = false

    init(_ path: String) { self.path = path }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if !isBegun {
            isBegun = true
            let text = String(decoding: bytes.readableBytesView, as: UTF8.self)
            // The status line tells it from an answer that was asked for and has this text in it.
            if text.hasPrefix("HTTP/1.1 503 ") {
                if text.contains(Problem.Kind.evicted.type) { context.fireErrorCaught(ClientError.evicted(path: path)) }
                if text.contains(Problem.Kind.tooManyConnections.type) { context.fireErrorCaught(ClientError.busy(path: path)) }
            }
        }
        // This one comes on a connection that has had answers.
        if bytes.readableBytesView.starts(with: "HTTP/1.1 409 ".utf8),
            String(decoding: bytes.readableBytesView, as: UTF8.self).contains(Problem.Kind.revokedKey.type)
        {
            context.fireErrorCaught(ClientError.revokedKey)
        }
        context.fireChannelRead(data)
    }
}
