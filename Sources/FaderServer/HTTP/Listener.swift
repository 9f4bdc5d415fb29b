internal import FaderValues
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// Sets up the handlers for every connection of a listening socket.
struct Listener: Sendable {
    let loop: any EventLoop
    let registry: NIOLoopBound<Registry>
    let logger: Logger

    /// Listens on a bound socket, which it closes, also if it throws. `place` is its name in the log.
    func listen(on socket: Int32, _ transport: Transport, place: String) async throws -> (listener: ListeningSocket, port: Int?) {
        let told: @Sendable (ListeningSocket.News) -> Void = { [logger] news in
            switch news {
            case .paused(let code):
                let reason = String(errno: code)
                logger.warning("\(place): no connection can be accepted: \(reason); faderd tries again every second, and clients wait")
            case .resumed: logger.notice("\(place): connections are accepted again")
            }
        }
        let (listener, address) = try await ListeningSocket.open(socket, on: loop, told: told) { bootstrap(transport) }
        return (listener, address?.port)
    }

    /// A bootstrap whose connections are checked and decoded.
    private func bootstrap(_ transport: Transport) -> ServerBootstrap {
        ServerBootstrap.door(on: loop) { channel in
            guard case .unix(let access) = transport else { return join(channel, transport) }
            return PeerCheck.peer(channel, access: access).flatMap { peer in
                if let peer { return join(channel, transport, peer) }
                logger.warning("a connection of another user was refused")
                return channel.close()
            }
        }
        .childChannelOption(.allowRemoteHalfClosure, value: true)
    }

    private func join(_ channel: any Channel, _ transport: Transport, _ peer: Peer = Peer(process: 0)) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let connection = Connection(registry: registry.value, transport: transport, peer: peer)
            try connection.join(channel, headSize: registry.value.limits.headSize)
        }
    }
}
