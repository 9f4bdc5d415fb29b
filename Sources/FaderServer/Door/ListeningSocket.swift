internal import Glibc
public import NIOCore
public import NIOPosix

/// A socket that listens until it is closed, whatever `accept` fails with.
///
/// NIO closes a listening socket at most errors of `accept`, for example when a security module refuses the call, and at others it spins or
/// stays silent. Here each error is a pause of a second, and clients wait meanwhile. Safe to use from any thread.
public final class ListeningSocket: Sendable {
    /// An event of a listening socket, for the log.
    public enum News: Sendable, Equatable {
        /// No connection can be accepted at present. Reported once, not for each attempt.
        case paused(errno: Int32)
        case resumed
    }

    private struct State {
        var channel: (any Channel)?
        /// When `accept` last failed, once a pause has been reported.
        var failure: NIODeadline?
        var isClosed = false
    }

    /// The time between two attempts.
    private static let pause = TimeAmount.seconds(1)
    /// If `accept` has not failed for this time, a pause is over. Where descriptors are short, it alternates between working and failing.
    private static let calm = TimeAmount.seconds(5)

    private let loop: any EventLoop
    /// A second descriptor, which keeps the socket open when NIO closes its own.
    private let kept: Int32
    private let bootstrap: @Sendable () -> ServerBootstrap
    private let told: @Sendable (News) -> Void
    private let state: NIOLoopBoundBox<State>

    /// Listens on a bound socket, which is closed even if this throws. `told` is called on the loop; `bootstrap` is for the listening
    /// channel and each connection.
    public static func open(
        _ socket: Int32, on loop: any EventLoop, told: @escaping @Sendable (News) -> Void,
        bootstrap: @escaping @Sendable () -> ServerBootstrap
    ) async throws -> (listener: ListeningSocket, address: SocketAddress?) {
        let kept = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard kept >= 0 else {
            let code = errno
            Glibc.close(socket)
            throw IOError(errnoCode: code, reason: "fcntl")
        }
        let listener = ListeningSocket(kept, loop, told, bootstrap)
        do {
            let address = try await loop.flatSubmit {
                bootstrap().withBoundSocket(socket).flatMapThrowing { channel in
                    try listener.watch(channel)
                    return channel.localAddress
                }
            }.get()
            return (listener, address)
        } catch {
            await listener.close()
            throw error
        }
    }

    private init(
        _ kept: Int32, _ loop: any EventLoop, _ told: @escaping @Sendable (News) -> Void,
        _ bootstrap: @escaping @Sendable () -> ServerBootstrap
    ) {
        (self.kept, self.loop, self.told, self.bootstrap) = (kept, loop, told, bootstrap)
        state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: loop)
    }

    public func close() async {
        // An error means that the loop has ended, and nothing listens any more.
        _ = try? await loop.submit { [self] in
            guard !state.value.isClosed else { return }
            state.value.isClosed = true
            state.value.channel?.close(promise: nil)
            Glibc.close(kept)
        }.get()
    }

    // MARK: On the loop

    private func watch(_ channel: any Channel) throws {
        state.value.channel = channel
        let pause = AcceptPause(Self.pause, accepted: { self.accepted() }, failed: { self.failed($0) })
        // Before the handler that accepts, which passes nothing on.
        try channel.pipeline.syncOperations.addHandler(pause, position: .first)
        channel.closeFuture.whenComplete { _ in self.openAgainLater() }
    }

    private func accepted() {
        guard let failure = state.value.failure, failure + Self.calm < .now() else { return }
        state.value.failure = nil
        told(.resumed)
    }

    private func failed(_ errno: Int32) {
        if state.value.failure == nil { told(.paused(errno: errno)) }
        state.value.failure = .now()
    }

    private func openAgainLater() {
        state.value.channel = nil
        guard !state.value.isClosed else { return }
        loop.scheduleTask(in: Self.pause) { self.openAgain() }
    }

    private func openAgain() {
        guard !state.value.isClosed else { return }
        let socket = fcntl(kept, F_DUPFD_CLOEXEC, 0)
        guard socket >= 0 else { return openAgainLater() }
        bootstrap().withBoundSocket(socket).whenComplete { [self] result in
            guard case .success(let channel) = result else { return openAgainLater() }
            guard !state.value.isClosed else { return channel.close(promise: nil) }
            // Adding a handler fails only if the channel is closed already.
            do { try watch(channel) } catch { openAgainLater() }
        }
    }
}

/// Stops accepting for a while after each error. The back-off that every server channel has delays the next read, but the socket is still
/// polled and stays ready: the event loop would spin. Owned by the event loop.
private final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let time: TimeAmount
    private let accepted: () -> Void
    private let failed: (Int32) -> Void

    init(_ time: TimeAmount, accepted: @escaping () -> Void, failed: @escaping (Int32) -> Void) {
        (self.time, self.accepted, self.failed) = (time, accepted, failed)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        accepted()
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError {
            failed(error.errnoCode)
            pause(context.channel)
        }
        context.fireErrorCaught(error)
    }

    private func pause(_ channel: any Channel) {
        channel.setOption(.autoRead, value: false).whenSuccess { [time] in
            channel.eventLoop.scheduleTask(in: time) { _ = channel.setOption(.autoRead, value: true) }
        }
    }
}
