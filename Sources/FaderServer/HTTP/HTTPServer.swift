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
    private let group: MultiThreadedEventLoopGroup
    private let registry: NIOLoopBound<Registry>
    private let queue: LoopQueue
    private let listeners: Mutex<[any Channel]>
    private let claim: SocketClaim
    private let logger: Logger
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
            token: listen?.token, tokenChanged: { queue.execute { boxes.value?.tokenChanged() } })
        let endpoints = Endpoints.all(of: service, own)
        do {
            let registry = try await loop.submit {
                let registry = Registry(
                    limits: limits, service: service, hub: hub, loop: loop, queue: queue, tasks: tasks,
                    router: Router(endpoints, page: WebPage(root: webRoot)), logger: logger)
                boxes.value = registry
                return NIOLoopBound(registry, eventLoop: loop)
            }.get()
            return try await open(group: group, registry: registry, queue: queue, claim: claim, listen: listen, logger: logger)
        } catch {
            claim.release()
            // The error that stopped the start is reported. An error from the loop's shutdown would hide it.
            try? await group.shutdownGracefully()
            throw serverError(error, claim: claim, listen: listen?.claim.address)
        }
    }

    private init(
        group: MultiThreadedEventLoopGroup, registry: NIOLoopBound<Registry>, queue: LoopQueue, listeners: [any Channel],
        claim: SocketClaim, port: Int?, logger: Logger
    ) {
        self.queue = queue
        self.group = group
        self.registry = registry
        self.listeners = Mutex(listeners)
        self.claim = claim
        self.port = port
        self.logger = logger
    }

    private static func open(
        group: MultiThreadedEventLoopGroup, registry: NIOLoopBound<Registry>, queue: LoopQueue, claim: SocketClaim,
        listen: GuardedAddress?, logger: Logger
    ) async throws -> HTTPServer {
        var listeners: [any Channel] = []
        var port: Int?
        if let listen {
            let tcp = try await Listener.bootstrap(group, registry: registry, transport: .tcp(listen.token), access: .owner, logger: logger)
                .withBoundSocket(listen.claim.takeSocket()).get()
            port = tcp.localAddress?.port
            let address = ListenAddress(listen.claim.address, port: port)
            try await group.next().submit { registry.value.listen = address.description }.get()
            listeners.append(tcp)
        }
        listeners.append(try await unix(group, registry, claim, logger).withBoundSocket(claim.takeSocket()).get())
        return HTTPServer(group: group, registry: registry, queue: queue, listeners: listeners, claim: claim, port: port, logger: logger)
    }

    private static func unix(
        _ group: MultiThreadedEventLoopGroup, _ registry: NIOLoopBound<Registry>, _ claim: SocketClaim, _ logger: Logger
    ) -> ServerBootstrap {
        Listener.bootstrap(group, registry: registry, transport: .unix, access: claim.place.access, logger: logger)
    }

    /// Listens on the Unix socket again if somebody removed it. Returns whether that was so.
    public func replaceRemovedSocket() async throws(ServerError) -> Bool {
        guard let socket = try claim.replaceRemoved() else { return false }
        do {
            let listener = try await Self.unix(group, registry, claim, logger).withBoundSocket(socket).get()
            listeners.withLock { $0.append(listener) }
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
        for listener in listeners.withLock({ $0 }) {
            do { try await listener.close() } catch { logger.debug("a listener was closed already: \(error)") }
        }
        do {
            try await group.next().flatSubmit { [registry] in registry.value.stop(grace: .milliseconds(800)) }.get()
            claim.release()
            // Requests may still be in progress.
            queue.close()
            try await group.shutdownGracefully()
        } catch {
            logger.error("the server did not stop cleanly: \(error)")
        }
    }
}
