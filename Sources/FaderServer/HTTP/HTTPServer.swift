internal import FaderAPI
internal import FaderLoops
internal import FaderThreads
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
    private let sockets: Mutex<[ListeningSocket]>
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
        let thread: LoopThread
        do throws(ThreadError) {
            thread = try LoopThread("faderd-http")
        } catch {
            claim.release()
            throw .noLoop(reason: "\(error)")
        }
        let loop = thread.loop
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
            return try await open(Listener(thread: thread, registry: registry, logger: logger), queue: queue, claim: claim, listen: listen)
        } catch {
            claim.release()
            thread.end()
            throw serverError(error, claim: claim, listen: listen?.claim.address)
        }
    }

    private init(_ listener: Listener, queue: LoopQueue, sockets: [ListeningSocket], claim: SocketClaim, port: Int?) {
        self.listener = listener
        self.queue = queue
        self.sockets = Mutex(sockets)
        self.claim = claim
        self.port = port
    }

    private static func open(
        _ listener: Listener, queue: LoopQueue, claim: SocketClaim, listen: GuardedAddress?
    ) async throws -> HTTPServer {
        var sockets: [ListeningSocket] = []
        var port: Int?
        if let listen {
            let name = listen.claim.address.description
            let tcp = try await listener.listen(on: listen.claim.takeSocket(), .tcp(listen.token), place: name)
            port = tcp.port
            let address = ListenAddress(listen.claim.address, port: port)
            try await listener.thread.loop.submit { listener.registry.value.listen = address.description }.get()
            sockets.append(tcp.listener)
        }
        sockets.append(try await listener.listen(on: claim.takeSocket(), .unix(claim.place.access), place: claim.place.path).listener)
        return HTTPServer(listener, queue: queue, sockets: sockets, claim: claim, port: port)
    }

    /// Listens on the Unix socket again if somebody removed it. Returns whether that was so.
    public func replaceRemovedSocket() async throws(ServerError) -> Bool {
        guard let socket = try claim.replaceRemoved() else { return false }
        do {
            let new = try await listener.listen(on: socket, .unix(claim.place.access), place: claim.place.path).listener
            sockets.withLock { $0.append(new) }
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
        for socket in sockets.withLock({ $0 }) { await socket.close() }
        do {
            try await listener.thread.loop.flatSubmit { [listener] in listener.registry.value.stop(grace: .milliseconds(800)) }.get()
            claim.release()
            // Requests may still be in progress.
            queue.close()
            listener.thread.end()
        } catch {
            listener.logger.error("the server did not stop cleanly: \(error)")
        }
    }
}
