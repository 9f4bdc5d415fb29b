public import FaderSystem
internal import Glibc
package import Logging
internal import NIOCore

/// Serves the API on a Unix socket, and on loopback TCP if requested, on the loop of the `Owner`. While the daemon rests and no client is
/// there, nothing wakes it.
@Owner
public final class HTTPServer {
    private let listener: Listener
    /// The sockets it listens on, the Unix socket last.
    private var sockets: [ListeningSocket]
    private let claim: SocketClaim
    /// The TCP port it listens on; nil if it does not listen on TCP.
    public nonisolated let port: Int?

    /// Serves a claimed Unix socket, and `listen`, where API requests need the token. When this returns, clients are answered.
    ///
    /// - Parameters:
    ///   - keyFile: the keys of pages that last; nil: none can.
    ///   - webRoot: a directory with the files of the page, for development; nil: the files in the program.
    package static func start(
        claim: SocketClaim, listen: GuardedAddress? = nil, limits: ServerLimits = ServerLimits(), service: any FaderService, hub: EventHub,
        webRoot: String? = nil, keyFile: KeyFile? = nil, logger: Logger
    ) async throws(ServerError) -> HTTPServer {
        let loop = Owner.shared.loop
        let own = OwnPart(token: listen?.token)
        let registry = Registry(
            limits: limits, service: service, hub: hub, loop: loop, token: listen?.token, keyFile: keyFile,
            router: Router(Endpoints.all(of: service, own), page: WebPage(root: webRoot)), logger: logger)
        own.registry.value = registry
        do {
            return try await open(
                Listener(loop: loop, registry: NIOLoopBound(registry, eventLoop: loop), logger: logger), claim: claim, listen: listen)
        } catch {
            claim.release()
            throw serverError(error, claim: claim, listen: listen?.claim.address)
        }
    }

    private init(_ listener: Listener, sockets: [ListeningSocket], claim: SocketClaim, port: Int?) {
        self.listener = listener
        self.sockets = sockets
        self.claim = claim
        self.port = port
    }

    private static func open(_ listener: Listener, claim: SocketClaim, listen: GuardedAddress?) async throws -> HTTPServer {
        var sockets: [ListeningSocket] = []
        var port: Int?
        if let listen {
            let name = listen.claim.address.description
            let tcp = try await listener.listen(on: listen.claim.takeSocket(), .tcp(listen.token), place: name)
            port = tcp.port
            listener.registry.value.listen = ListenAddress(listen.claim.address, port: port).description
            sockets.append(tcp.listener)
        }
        sockets.append(try await listener.listen(on: claim.takeSocket(), .unix(claim.place.access), place: claim.place.path).listener)
        return HTTPServer(listener, sockets: sockets, claim: claim, port: port)
    }

    /// Somebody may have removed it. Returns whether that was so.
    public func replaceRemovedSocket() async throws(ServerError) -> Bool {
        guard let socket = try claim.replaceRemoved() else { return false }
        do {
            let listening = try await listener.listen(on: socket, .unix(claim.place.access), place: claim.place.path).listener
            // Nobody can reach the former one any more.
            let former = sockets.removeLast()
            sockets.append(listening)
            await former.close()
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

    /// Answers in progress may finish. Takes at most a second.
    public func stop() async {
        for socket in sockets { await socket.close() }
        do {
            try await listener.registry.value.stop(grace: .milliseconds(800)).get()
            claim.release()
        } catch {
            listener.logger.error("the server did not stop cleanly: \(error)")
        }
    }
}
