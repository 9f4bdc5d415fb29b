internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Lets a bell call a function of the `Owner`. Owned by it.
@Owner
public final class BellWatch {
    private let channel: any Channel

    /// Watches a bell until `close`. `rung` is called once after one or several rings.
    public init(_ bell: Doorbell, rung: @escaping @Owner () -> Void) async throws(ThreadError) {
        let own = fcntl(bell.descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw ThreadError(call: "fcntl", errno: errno) }
        let handler = NIOLoopBound(Handler(rung), eventLoop: Owner.shared.loop)
        do {
            channel = try await NIOPipeBootstrap(group: Owner.shared.loop).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
            }.takingOwnershipOfDescriptor(input: own).get()
        } catch {
            Glibc.close(own)
            throw ThreadError(call: "epoll_ctl", errno: (error as? IOError)?.errnoCode ?? EIO)
        }
    }

    public func close() { channel.close(promise: nil) }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let rung: @Owner () -> Void

        init(_ rung: @escaping @Owner () -> Void) { self.rung = rung }

        // Reading has cleared the rings.
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { Owner.assume { [rung] in rung() } }
    }
}
