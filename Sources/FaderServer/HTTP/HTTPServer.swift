internal import FaderAPI
internal import Glibc
public import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// Serves the API on a Unix socket, and on loopback TCP if requested. Safe from any thread.
///
/// There is one event loop. After the last client has left and the daemon rests, nothing wakes it until a client connects.
public final class HTTPServer: Sendable {
    private let listener: Listener
    private let queue: LoopQueue
    /// The sockets it listens on.
    private let channels: Mutex<[any Channel]>
    private let claim: SocketClaim
    /// The TCP port it listens on; nil if it does not listen on TCP.
    public let port: Int?

    /// Listens on a claimed Unix socket, and on `listen` if it is not nil, where API requests need the token. When this returns, clients
    /// are answered.
    ///
    /// - Parameters:
    ///   - service: the daemon.
    ///   - hub: where the daemon reports what happens.
    ///   - webRoot: a directory with the files of the page, for development; nil: the files in the program.
    ///   - tasks: runs the tasks that answer requests, except brief ones; nil: Swift's own threads.
    public static func start(
        claim: SocketClaim, listen: GuardedAddress? = nil, limits: ServerLimits = ServerLimits(), service: any FaderService, hub: EventHub,
        tasks: (any TaskExecutor)? = nil, webRoot: String? = nil, logger: Logger
    ) async throws(ServerError) -> HTTPServer {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let queue = LoopQueue(loop)
        let boxes = NIOLoopBoundBox<Registry?>.makeEmptyBox(valueType: Registry.self, eventLoop: loop)
        let own = OwnPart(
            // A loop that has ended has no connections.
            status: { (try? await loop.submit { (boxes.value?.counts ?? .init(), boxes.value?.listen) }.get()) ?? (.init(), nil) },
            token: listen?.token, tokenChanged: { queue.execute { boxes.value?.tokenChanged() } }, keys: { boxes.value?.keys })
        let endpoints = Endpoints.all(of: service, own)
        do {
            let registry = try await loop.submit {
                let registry = Registry(
                    limits: limits, service: service, hub: hub, loop: loop, queue: queue, tasks: tasks, token: listen?.token,
                    router: Router(endpoints, page: WebPage(root: webRoot)), logger: logger)
                boxes.value = registry
                return NIOLoopBound(registry, eventLoop: loop)
            }.get()
            return try await open(Listener(group: group, registry: registry, logger: logger), queue: queue, claim: claim, listen: listen)
        } catch {
            claim.release()
            // The error that stopped the start is reported. An error from the loop's shutdown would hide it.
            try? await group.shutdownGracefully()
            throw serverError(error, claim: claim, listen: listen?.claim.address)
        }
    }

    private init(_ listener: Listener, queue: LoopQueue, channels: [any Channel], claim: SocketClaim, port: Int?) {
        self.listener = listener
        self.queue = queue
        self.channels = Mutex(channels)
        self.claim = claim
        self.port = port
    }

    private static func open(
        _ listener: Listener, queue: LoopQueue, claim: SocketClaim, listen: GuardedAddress?
    ) async throws -> HTTPServer {
        var channels: [any Channel] = []
        var port: Int?
        if let listen {
            let tcp = try await listener.bootstrap(.tcp(listen.token)).withBoundSocket(listen.claim.takeSocket()).get()
            port = tcp.localAddress?.port
            let address = ListenAddress(listen.claim.address, port: port)
            try await listener.group.next().submit { listener.registry.value.listen = address.description }.get()
            channels.append(tcp)
        }
        channels.append(try await listener.bootstrap(.unix(claim.place.access)).withBoundSocket(claim.takeSocket()).get())
        return HTTPServer(listener, queue: queue, channels: channels, claim: claim, port: port)
    }

    /// Listens on the Unix socket again if somebody removed it. Returns whether that was so.
    public func replaceRemovedSocket() async throws(ServerError) -> Bool {
        guard let socket = try claim.replaceRemoved() else { return false }
        do {
            let channel = try await listener.bootstrap(.unix(claim.place.access)).withBoundSocket(socket).get()
            channels.withLock { $0.append(channel) }
            return true
        } catch {
            throw Self.serverError(error, claim: claim, listen: nil)
        }
    }

    private static func serverError(_ error: any Error, claim: SocketClaim, listen: ListenAddress?) -> ServerError {
        let place = listen?.description ?? claim.place.path
        guard let error = error as? IOError else { return .system(call: "listen", path: place, errno: EIO) }
        return error.errnoCode == EADDRINUSE ? .addressInUse(place) : .system(call: "listen", path: place, errno: error.errnoCode)
    }

    /// Stops listening, ends event streams, lets answers in progress finish, and removes the socket. Takes at most a second.
    public func stop() async {
        for channel in channels.withLock({ $0 }) {
            do { try await channel.close() } catch { listener.logger.debug("a listener was closed already: \(error)") }
        }
        do {
            try await listener.group.next().flatSubmit { [listener] in listener.registry.value.stop(grace: .milliseconds(800)) }.get()
            claim.release()
            // Requests may still be in progress.
            queue.close()
            try await listener.group.shutdownGracefully()
        } catch {
            listener.logger.error("the server did not stop cleanly: \(error)")
        }
    }
}
