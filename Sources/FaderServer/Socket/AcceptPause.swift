internal import Glibc
internal import NIOCore

/// Stops accepting for a second when the system has no descriptor or memory for another connection. Owned by the event loop.
///
/// The back-off that every server channel has delays the next read, but the socket is still polled and stays ready. Without this pause the
/// event loop would spin.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) { pause(context) }
        context.fireErrorCaught(error)
    }

    private func pause(_ context: ChannelHandlerContext) {
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenSuccess {
            channel.eventLoop.scheduleTask(in: .seconds(1)) { _ = channel.setOption(.autoRead, value: true) }
        }
    }
}
