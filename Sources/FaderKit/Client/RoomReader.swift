internal import FaderAPI
internal import FaderValues
internal import NIOCore

/// Sees what the daemon answers without a request, before it is decoded: there is no room for the connection, or its key was revoked. The
/// decoder would only say that there was no request. Owned by the event loop.
final class RoomReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let path: String
    /// The beginning of the first answer, which may come in pieces; nil once it is known which answer it is.
    private var beginning: String? = ""
    private static let most = 4_096
    /// An answer to a request may contain the same text, but not after this line.
    private static let refusal = "HTTP/1.1 503 "

    init(_ path: String) { self.path = path }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if let beginning {
            let text = beginning + String(decoding: bytes.readableBytesView, as: UTF8.self)
            let mayBe = text.hasPrefix(Self.refusal) || Self.refusal.hasPrefix(text)
            let error: ClientError? = text.has(.tooManyConnections) ? .busy(path: path) : nil
            self.beginning = mayBe && error == nil && text.utf8.count < Self.most ? text : nil
            if mayBe, let error { context.fireErrorCaught(error) }
        }
        // On a connection that has had answers.
        if bytes.readableBytesView.starts(with: "HTTP/1.1 409 ".utf8),
            String(decoding: bytes.readableBytesView, as: UTF8.self).has(.revokedKey)
        {
            context.fireErrorCaught(ClientError.revokedKey)
        }
        context.fireChannelRead(data)
    }
}

extension String {
    fileprivate func has(_ kind: Problem.Kind) -> Bool { pieces(between: kind.type).count > 1 }
}
