internal import FaderAPI
internal import FaderKit
internal import FaderServer
internal import FaderValues
internal import NIOCore
internal import NIOHTTP1

/// What all connections of a forwarder share. Owned by the event loop.
final class ForwardingRules {
    let door: Door<ForwardedRequest>
    let keeper: KeyKeeper
    /// Whether lasting keys are accepted, too. Only the daemon knows which these are.
    let takesLasting: Bool
    /// Digests of keys that last. The daemon judges each of their requests again.
    private var admitted: [[UInt8]] = []
    /// The routes that this program answers itself; nil if there are none.
    let own: OwnRoutes?
    private let hosts: HostRule

    init(keeper: KeyKeeper, takesLasting: Bool, hosts: HostRule, places: DoorPlaces, own: OwnRoutes? = nil, loop: any EventLoop) {
        door = Door(places, on: loop)
        (self.keeper, self.takesLasting, self.hosts, self.own) = (keeper, takesLasting, hosts, own)
    }

    /// Enough for one person with a few tabs.
    static let ofPerson = DoorPlaces(all: 64, tcp: 64, strangers: 32)
    /// Sixteen phones that load the page at the same time, each over up to six connections.
    static let ofBand = DoorPlaces(all: 192, tcp: 192, strangers: 96)

    static let bodySize = 64 * 1024
    /// The most bytes of what a leader sends to its follower, with a key that the daemon has admitted before: as many as the daemon takes.
    private static let followSize = ServerLimits().importSize

    /// The most bytes that the body of this request may have.
    func largestBody(_ head: HTTPRequestHead) -> Int {
        head.path == Routes.follow.path() && standing(head) == .admitted ? Self.followSize : Self.bodySize
    }

    /// The most bytes of a request's line and headers, as the daemon accepts them.
    static let headSize = 16 * 1024

    enum Standing: Equatable {
        case none
        /// The key is one of this program's own; this is its place among them.
        case own(Int)
        /// The key is a lasting one that the daemon has admitted before.
        case admitted
        /// It may be a lasting key: the daemon has to say whether it is one.
        case unknown
    }

    func standing(_ head: HTTPRequestHead) -> Standing {
        guard let shown = BearerToken.brought(head.headers["authorization"]) else { return .none }
        if let place = keeper.place(of: shown) { return .own(place) }
        guard takesLasting, shown.count == Self.lastingLength else { return .none }
        let digest = SHA256.hash(shown)
        return admitted.contains { BearerToken.isSame($0, digest) } ? .admitted : .unknown
    }

    /// The length of keys that `faderctl key add` makes. Nothing else gets to the daemon.
    private static let lastingLength = 32
    /// The most that are remembered: as many as a daemon has keys.
    private static let mostAdmitted = 64

    /// The daemon has answered a request with this key.
    func note(_ head: HTTPRequestHead, isAdmitted: Bool) {
        guard let shown = BearerToken.brought(head.headers["authorization"]) else { return }
        let digest = SHA256.hash(shown)
        admitted.removeAll { $0 == digest }
        if isAdmitted { admitted = admitted.suffix(Self.mostAdmitted - 1) + [digest] }
    }

    /// Whether a request is for the page or one of its files, which need no key.
    static func isForPage(_ head: HTTPRequestHead) -> Bool { WebPath.isPage(head.path) }

    /// Nil if the daemon answers. Without a key only requests for the page get there.
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
        let standing = standing(head)
        if case .own(let place) = standing, keeper.keys[place].isRevoked {
            return Problem(title: "Unauthorized", status: 401, detail: "the key was revoked; run \"faderctl web\" again for a new one")
        }
        guard standing != .none else {
            return Problem(
                title: "Unauthorized", status: 401,
                detail: "open the address that \"faderctl web\" printed: the key is the part after the #")
        }
        let limit = largestBody(head)
        guard bodySize <= limit else {
            return Problem(title: "Payload Too Large", status: 413, detail: "the body is larger than \(limit) bytes; send it with faderctl")
        }
        return nil
    }

    /// The daemon is not there, does not answer, has no room, or refuses the key.
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

    static let noRoom = Problem(
        .tooManyConnections, title: "Service Unavailable", status: 503,
        detail: "\"faderctl web\" has no room for another connection, and all are busy; close some tabs")

    static let unreadable = Problem(
        title: "Bad Request", status: 400,
        detail: "this is not an HTTP/1.1 request, or its line and headers are larger than \(headSize) bytes")

    // MARK: What the daemon gets

    /// `Authorization` is among them: the daemon judges what the key allows.
    private static let forwarded = [
        "accept-language", "authorization", "content-type", "fader-by", "fader-session", "if-match", "if-none-match", "last-event-id",
        "content-encoding", "expect",
    ]

    /// The request as it is sent to the daemon, on a connection of its own.
    static func request(_ head: HTTPRequestHead, _ body: ByteBuffer) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost"), ("Connection", "close"), ("Content-Length", "\(body.readableBytes)")])
        for (name, value) in head.headers where forwarded.contains(name.lowercased()) { headers.add(name: name, value: value) }
        if body.readableBytes == 0, head.method == .GET || head.method == .HEAD { headers.remove(name: "Content-Length") }
        return [
            .head(HTTPRequestHead(version: .http1_1, method: head.method, uri: head.uri, headers: headers)), .body(.byteBuffer(body)),
            .end(nil),
        ]
    }

    /// A request for the page or one of its files, on the connection of the key.
    static func pageRequest(_ head: HTTPRequestHead) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost")])
        for tag in head.headers["if-none-match"] { headers.add(name: "If-None-Match", value: tag) }
        return [.head(HTTPRequestHead(version: .http1_1, method: head.method, uri: head.uri, headers: headers)), .end(nil)]
    }
}
