internal import FaderAPI
internal import FaderLoops
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// Serves the page and the API of a daemon to browsers on a loopback port, by forwarding requests to the daemon's Unix socket. Safe to use
/// from any thread.
///
/// Any user of the machine can reach the port, so every request must bring the token, except those for the page itself and `openapi.json`,
/// which contain nothing of the daemon's state. Each request opens its own connection to the daemon, so a restarted daemon is found again.
public final class WebForwarder: Sendable {
    /// The port it listens on, on 127.0.0.1.
    public let port: Int
    /// The token that requests must bring. It is new for each forwarder and stored nowhere else.
    public let token: String
    /// The address to open in a browser. The token is the part after the `#`, which browsers do not send.
    public var address: String { "http://127.0.0.1:\(port)/#\(token)" }

    private let listener: ListeningSocket

    /// Starts to listen. Throws `cannotListen` if the port cannot be used.
    ///
    /// - Parameters:
    ///   - port: the port; 0 lets the system choose.
    ///   - candidates: where the daemon's socket may be.
    ///   - firstTime: how long a new connection may take until its first permitted request, in milliseconds.
    ///   - idleTime: how long a connection may be without a complete request before it is closed, in milliseconds.
    ///   - told: called with a sentence when no connection can be accepted, and when that is over.
    public static func open(
        port: Int, candidates: [String], firstTime: Int64 = 10_000, idleTime: Int64 = 60_000,
        told: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(ClientError) -> WebForwarder {
        let token = BearerToken.random()
        let door = ForwardingDoor(token: token, candidates: candidates)
        let loop = try ClientLoop.running()
        do {
            let (listener, address) = try await ListeningSocket.open(try bound(to: port), on: loop, told: { told(sentence($0)) }) {
                bootstrap(door, on: loop, firstTime: firstTime, idleTime: idleTime)
            }
            return WebForwarder(listener, port: address?.port ?? 0, token: token)
        } catch {
            throw .cannotListen(
                port: port, reason: (error as? IOError).map { unsafe String(cString: strerror($0.errnoCode)) } ?? "\(error)")
        }
    }

    private init(_ listener: ListeningSocket, port: Int, token: String) {
        (self.listener, self.port, self.token) = (listener, port, token)
    }

    private static func sentence(_ news: ListeningSocket.News) -> String {
        switch news {
        case .paused(let code):
            unsafe "no connection can be accepted: \(String(cString: strerror(code))); trying again every second, and browsers wait"
        case .resumed: "connections are accepted again"
        }
    }

    /// A socket on 127.0.0.1, bound to a port.
    private static func bound(to port: Int) throws -> Int32 {
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        var yes: Int32 = 1
        let isBound =
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
            && address.withSockAddr { unsafe bind(descriptor, $0, socklen_t($1)) } == 0
        guard isBound else {
            let code = errno
            close(descriptor)
            throw IOError(errnoCode: code, reason: "bind")
        }
        return descriptor
    }

    private static func bootstrap(_ door: ForwardingDoor, on loop: any EventLoop, firstTime: Int64, idleTime: Int64) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 * 1024, high: 64 * 1024))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var limits = NIOHTTPDecoderLimitConfiguration()
                    limits.maxHeaderFieldSize = ForwardingDoor.headSize
                    limits.maxHeaderListSize = ForwardingDoor.headSize
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withErrorHandling: true, withOutboundHeaderValidation: true, withEncoderConfiguration: .init(),
                        withDecoderLimitConfiguration: limits)
                    try channel.pipeline.syncOperations.addHandler(IdleStateHandler(readTimeout: .milliseconds(idleTime)))
                    try channel.pipeline.syncOperations.addHandler(ForwardedRequest(door, firstTime: firstTime))
                }
            }
    }
}

/// The state that all connections of a forwarder share: the token, the daemon's sockets, and the list of open connections.
final class ForwardingDoor: Sendable {
    let token: String
    let candidates: [String]
    private let open = Mutex(Places())

    init(token: String, candidates: [String]) { (self.token, self.candidates) = (token, candidates) }

    /// The most connections at once: as many as the daemon takes.
    static let connections = 64

    private struct Places {
        var all: [ObjectIdentifier: Place] = [:]
        var turn: UInt64 = 0

        mutating func nextTurn() -> UInt64 {
            turn += 1
            return turn
        }
    }

    private struct Place {
        let channel: any Channel
        var turn: UInt64
        var isTrusted = false
        var isAsking = false
    }

    /// Admits a new connection. If there are too many, closes the one that was unused longest, preferring those that have never brought the
    /// token, so that another user of the machine cannot keep the owner out. False if all are busy with requests that brought the token.
    func enter(_ channel: any Channel) -> Bool {
        let (isIn, idle) = open.withLock { open -> (Bool, (any Channel)?) in
            var idle: Place?
            if open.all.count >= Self.connections {
                idle = open.all.values.filter { !($0.isTrusted && $0.isAsking) }
                    .min { $0.isTrusted == $1.isTrusted ? $0.turn < $1.turn : $1.isTrusted }
                guard let idle else { return (false, nil) }
                open.all[ObjectIdentifier(idle.channel)] = nil
            }
            open.all[ObjectIdentifier(channel)] = Place(channel: channel, turn: open.nextTurn())
            return (true, idle?.channel)
        }
        idle?.close(promise: nil)
        return isIn
    }

    /// Notes that a permitted request began on a connection (`isAsking`), or that its answer has ended.
    func use(_ channel: any Channel, isAsking: Bool, isTrusted: Bool = false) {
        open.withLock { open in
            let turn = open.nextTurn()
            guard var place = open.all[ObjectIdentifier(channel)] else { return }
            (place.turn, place.isAsking, place.isTrusted) = (turn, isAsking, place.isTrusted || isTrusted)
            open.all[ObjectIdentifier(channel)] = place
        }
    }

    func leave(_ channel: any Channel) { open.withLock { $0.all[ObjectIdentifier(channel)] = nil } }

    /// The most bytes of a body that is forwarded.
    static let bodySize = 64 * 1024
    /// The most bytes of a request's line and headers: as many as the daemon accepts.
    static let headSize = 16 * 1024

    func isTrusted(_ head: HTTPRequestHead) -> Bool { BearerToken.isBrought(head.headers["authorization"], wanted: token) }

    /// Why a request is not forwarded; nil if it is.
    func refusal(_ head: HTTPRequestHead, bodySize: Int) -> Problem? {
        guard head.uri.hasPrefix("/"), head.headers["host"].count == 1, let host = head.headers["host"].first else {
            return Problem(title: "Bad Request", status: 400, detail: "the request needs a path and one Host header")
        }
        let written = String(head.uri.prefix { $0 != "?" })
        let refusal = BrowserRules.refusal(
            method: head.method.rawValue, path: written, host: host, origins: head.headers["origin"],
            sites: head.headers["sec-fetch-site"], modes: head.headers["sec-fetch-mode"])
        if let refusal { return Problem(title: "Forbidden", status: 403, detail: refusal) }
        guard bodySize <= Self.bodySize else {
            return Problem(
                title: "Payload Too Large", status: 413, detail: "the body is larger than \(Self.bodySize) bytes; send it with faderctl")
        }
        let path = PercentEncoding.decode(written) ?? ""
        if WebPath.isPage(written) || path == Routes.getDescription.row.template { return nil }
        guard isTrusted(head) else {
            return Problem(
                title: "Unauthorized", status: 401,
                detail: "open the address that \"faderctl web\" printed: the token is the part after the #")
        }
        guard path != Routes.showToken.row.template else {
            return Problem(title: "Forbidden", status: 403, detail: "use \"faderctl token\" on the daemon's machine")
        }
        return nil
    }

    /// The problem if no daemon answers: it is not there, does not answer, or has no room.
    static func problem(_ error: any Error) -> Problem {
        let detail =
            switch error as? ClientError {
            case .busy, .evicted: "the daemon has no room for another connection; close some tabs or programs"
            case .notAnswering: "the daemon does not answer; see its log, then restart it"
            case .notPermitted: "you may not use the daemon: its socket belongs to another user or group"
            default: "the daemon is not running; start it again"
            }
        return Problem(.unavailable, title: "Service Unavailable", status: 503, detail: detail)
    }

    /// The headers of a browser's request that are passed on to the daemon.
    private static let forwarded = [
        "accept-language", "content-type", "fader-by", "fader-session", "if-match", "if-none-match", "last-event-id", "content-encoding",
        "expect",
    ]

    /// The request as the daemon gets it.
    func request(_ head: HTTPRequestHead, _ body: ByteBuffer) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close"), ("Content-Length", "\(body.readableBytes)")])
        for (name, value) in head.headers where Self.forwarded.contains(name.lowercased()) { headers.add(name: name, value: value) }
        if body.readableBytes == 0, head.method == .GET || head.method == .HEAD { headers.remove(name: "Content-Length") }
        return [
            .head(HTTPRequestHead(version: .http1_1, method: head.method, uri: head.uri, headers: headers)), .body(.byteBuffer(body)),
            .end(nil),
        ]
    }
}
