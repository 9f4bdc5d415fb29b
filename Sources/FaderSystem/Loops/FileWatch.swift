internal import Glibc
public import NIOCore
internal import NIOPosix

/// Notices when something appears on the way to a file: in its directory, or the nearest parent that exists. Owned by the event loop.
public final class FileWatch {
    private let descriptor: Int32
    private let path: String
    private let events: UInt32
    private var channel: (any Channel)?
    private var isClosed = false

    private static let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF)

    /// Starts watching; nil if the system has no watches left. `happened` is called on the loop.
    ///
    /// - Parameter seesWrites: whether it also notices when a file there has been written.
    public init?(_ path: String, seesWrites: Bool = false, on loop: any EventLoop, happened: @escaping () -> Void) {
        self.path = path
        events = Self.events | (seesWrites ? UInt32(IN_CLOSE_WRITE) : 0)
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        look()
        let handler = NIOLoopBound(
            Handler { [weak self] in
                self?.look()
                happened()
            }, eventLoop: loop)
        NIOPipeBootstrap(group: loop).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
        }.takingOwnershipOfDescriptor(input: descriptor).assumeIsolated().whenComplete { [weak self, descriptor] result in
            guard case .success(let channel) = result else {
                Glibc.close(descriptor)
                return
            }
            guard let self, !isClosed else { return channel.close(promise: nil) }
            self.channel = channel
        }
    }

    public func close() {
        isClosed = true
        channel?.close(promise: nil)
    }

    /// Watches the nearest existing directory on the way; one further down may appear later.
    private func look() {
        var directory = path[...]
        while let slash = directory.lastIndex(of: "/") {
            directory = directory[..<slash]
            let number = unsafe inotify_add_watch(descriptor, directory.isEmpty ? "/" : String(directory), events)
            if number >= 0 { return }
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let happened: () -> Void

        init(_ happened: @escaping () -> Void) { self.happened = happened }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { happened() }
    }
}
