internal import FaderAPI
internal import FaderKit
internal import FaderServer
internal import NIOCore
internal import NIOHTTP1

/// What all connections of a forwarder share: the door, the key, the way to the daemon, and which requests are forwarded. Owned by the event
/// loop.
final class ForwardingRules {
    let door: Door<ForwardedRequest>
    let key: String
    let keeper: KeyKeeper
    /// What this program answers itself; nil if nothing.
    let own: OwnRoutes?
    private let hosts: HostRule

    init(key: String, keeper: KeyKeeper, hosts: HostRule, places: DoorPlaces, own: OwnRoutes? = nil, loop: any EventLoop) {
        door = Door(places, on: loop)
        (self.key, self.keeper, self.hosts, self.own) = (key, keeper, hosts, own)
    }

    /// Places for a person with a few tabs.
    static let ofPerson = DoorPlaces(all: 64, tcp: 64, strangers: 32)
    /// Places for sixteen telephones that load the page at the same time: a browser opens up to six connections.
    static let ofBand = DoorPlaces(all: 192, tcp: 192, strangers: 96)

    /// The most bytes of a body that is forwarded.
    static let bodySize = 64 * 1024
    /// The most bytes of a request's line and headers: as many as the daemon accepts.
    static let headSize = 16 * 1024

    func showsKey(_ head: HTTPRequestHead) -> Bool { BearerToken.isBrought(head.headers["authorization"], wanted: key) }

    /// Whether a request is for the page or one of its files, which need no key.
    static func isForPage(_ head: HTTPRequestHead) -> Bool { WebPath.isPage(head.path) }

    /// Why a request is answered here; nil if the daemon answers it. Without the key only requests for the page get to the daemon.
    func refusal(_ head: HTTPRequestHead, bodySize: Int) -> Problem? {
        guard head.version == .http1_1 else {
            return Problem(
                title: "HTTP Version Not Supported", status: 505,
                detail: "\"faderctl web\" speaks HTTP/1.1 only, and so must a proxy before it (nginx: proxy_http_version 1.1)")
        }
        guard head.uri.hasPrefix("/"), head.headers["host"].count == 1, let host = head.headers["host"].first else {
            return Problem(title: "Bad Request", status: 400, detail: "the request needs a path and one Host header")
        }
        let refusal = BrowserRules.refusal(of: head, to: host, path: head.path, by: hosts)
        if let refusal { return Problem(title: "Forbidden", status: 403, detail: refusal) }
        if Self.isForPage(head) {
            guard head.method == .GET || head.method == .HEAD else {
                return Problem(title: "Method Not Allowed", status: 405, detail: "this path takes GET, HEAD only")
            }
            return nil
        }
        guard !keeper.isRevoked else {
            return Problem(title: "Unauthorized", status: 401, detail: "the key was revoked; run \"faderctl web\" again for a new one")
        }
        guard showsKey(head) else {
            return Problem(
                title: "Unauthorized", status: 401,
                detail: "open the address that \"faderctl web\" printed: the key is the part after the #")
        }
        guard bodySize <= Self.bodySize else {
            return Problem(
                title: "Payload Too Large", status: 413, detail: "the body is larger than \(Self.bodySize) bytes; send it with faderctl")
        }
        return nil
    }

    /// The problem if no daemon answers: it is not there, does not answer, has no room, or refuses the key.
    static func problem(_ error: any Error) -> Problem {
        let detail =
            switch error as? ClientError {
            case .busy: "the daemon has no room for another connection; close some tabs or programs"
            case .notAnswering: "the daemon does not answer; see its log, then restart it"
            case .notPermitted: "you may not use the daemon: its socket belongs to another user or group"
            case .problem(let problem): "the daemon refuses the key of this page: \(problem.detail)"
            default: "the daemon is not running; start it again"
            }
        return Problem(.unavailable, title: "Service Unavailable", status: 503, detail: detail)
    }

    /// Why a new connection gets no place.
    static let noRoom = Problem(
        .tooManyConnections, title: "Service Unavailable", status: 503,
        detail: "\"faderctl web\" has no room for another connection, and all are busy; close some tabs")

    /// What is said about bytes that are no request.
    static let unreadable = Problem(
        title: "Bad Request", status: 400,
        detail: "this is not an HTTP/1.1 request, or its line and headers are larger than \(headSize) bytes")

    // MARK: What the daemon gets

    /// The headers of a browser's request that are passed on to the daemon. `Authorization` is among them: the daemon judges what the key
    /// allows.
    private static let forwarded = [
        "accept-language", "authorization", "content-type", "fader-by", "fader-session", "if-match", "if-none-match", "last-event-id",
        "content-encoding", "expect",
    ]

    /// The request as the daemon gets it on a connection of its own.
    static func request(_ head: HTTPRequestHead, _ body: ByteBuffer) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close"), ("Content-Length", "\(body.readableBytes)")])
        for (name, value) in head.headers where forwarded.contains(name.lowercased()) { headers.add(name: name, value: value) }
        if body.readableBytes == 0, head.method == .GET || head.method == .HEAD { headers.remove(name: "Content-Length") }
        return [
            .head(HTTPRequestHead(version: .http1_1, method: head.method, uri: head.uri, headers: headers)), .body(.byteBuffer(body)),
            .end(nil),
        ]
    }

    /// The request for the page or one of its files, as the daemon gets it on the connection of the key.
    static func pageRequest(_ head: HTTPRequestHead) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost")])
        for tag in head.headers["if-none-match"] { headers.add(name: "If-None-Match", value: tag) }
        return [.head(HTTPRequestHead(version: .http1_1, method: head.method, uri: head.uri, headers: headers)), .end(nil)]
    }
}
