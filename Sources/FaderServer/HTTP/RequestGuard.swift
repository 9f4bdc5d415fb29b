internal import FaderAPI
internal import NIOHTTP1

enum Transport: Sendable {
    case unix(SocketPlace.Access)
    /// Any user of the machine can connect, so requests have to bring the token or a key.
    case tcp(AccessToken)

    var isTCP: Bool { if case .tcp = self { true } else { false } }
}

/// What a request has shown about its sender.
enum Credential: Equatable, Sendable {
    /// It came over TCP, and may come from any user of the machine.
    case nothing
    /// The token; or no key on the Unix socket, where the system says who it is.
    case owner
    /// The key with this name.
    case key(String)
}

/// Decides from the head alone: refuses requests that a browser makes for pages of other sites, requests without the token or a key, and
/// bodies of the wrong type or size.
struct RequestGuard: Sendable {
    let transport: Transport
    let limits: ServerLimits

    /// Checks a head, except for the token or key, and returns the URI in origin form.
    func admit(_ head: HTTPRequestHead) throws(HTTPFailure) -> String {
        guard head.version.major == 1 else { throw .versionNotSupported }
        let hosts = head.headers["host"]
        guard hosts.count == 1 || (head.version.minor == 0 && hosts.isEmpty) else {
            throw .malformed("a request must have exactly one Host header")
        }
        let (authority, uri) = Self.split(head.uri)
        if transport.isTCP {
            let refusal = BrowserRules.refusal(
                of: head, to: authority ?? hosts.first ?? "", path: HTTPRequestHead.path(of: uri))
            if let refusal { throw .forbidden(refusal) }
        }
        try checkBody(head.headers, uri)
        return uri
    }

    /// Returns what the request has shown. `row` is nil if there is no such route. A key limits a request on the Unix socket, too:
    /// `faderctl web` passes on what a browser shows.
    func permit(_ row: RouteRow?, _ headers: HTTPHeaders, _ keys: Keys) throws(HTTPFailure) -> Credential {
        let authorization = headers["authorization"]
        let credential = credential(authorization, keys)
        guard row?.access != .anybody else { return credential ?? .nothing }
        guard let credential, credential != .nothing else {
            // A phone forgets a key that is refused. It keeps one that cannot be looked up now.
            if !authorization.isEmpty, let problem = keys.problem { throw .keysUnreadable("\(problem)") }
            throw .unauthorized(isWrong: !authorization.isEmpty)
        }
        guard let row else { return credential }
        if case .key(let name) = credential {
            if keys.isOfFollower(name) {
                guard row.template == Routes.follow.row.template else { throw .forbidden(Self.keyOfFollower) }
                return credential
            }
            if let page = keys.page(of: name), row.access > .page { throw .forbidden(Self.keyTooSmall(page)) }
            if row.access > .everything { throw .forbidden(Self.keyTooSmall) }
        }
        if row.access == .socket, transport.isTCP {
            throw .forbidden("the token and keys are shown, made and revoked on the Unix socket only; use \"faderctl token\"")
        }
        return credential
    }

    private static let keyTooSmall =
        "a key is for parameters, snapshots, the history and what surfaces show; use faderctl, or a program with the token, for anything else"

    private static let keyOfFollower =
        "this key is for a second machine, which asks for what it keeps and nothing else; \"faderctl key add NAME --page PAGE\" makes one for a page"

    private static func keyTooSmall(_ page: String) -> String {
        "this key is for the parameters of the page \(page), and for undoing what was changed with it; a key for everything, faderctl, or a "
            + "program with the token can do more"
    }

    /// What the header `Authorization` shows; nil if it is wrong.
    private func credential(_ authorization: [String], _ keys: Keys) -> Credential? {
        guard !authorization.isEmpty else { return transport.isTCP ? .nothing : .owner }
        let token = if case .tcp(let token) = transport { token } else { keys.token }
        if token?.admits(authorization) ?? false { return .owner }
        return BearerToken.brought(authorization).flatMap { keys.name(of: $0) }.map { .key($0) }
    }

    private func checkBody(_ headers: HTTPHeaders, _ uri: String) throws(HTTPFailure) {
        guard headers["transfer-encoding"].allSatisfy({ $0.lowercased() == "chunked" }) else { throw .transferCodingUnknown }
        let lengths = headers["content-length"]
        for text in lengths where text != "0" {
            guard let length = Int(text), length >= 0 else { throw .malformed("the Content-Length is not a number") }
            let limit = limits.largestBody(path: HTTPRequestHead.path(of: uri))
            guard length <= limit else { throw .bodyTooLarge(limit: limit) }
        }
        for expectation in headers["expect"] where expectation.lowercased() != "100-continue" { throw .expectationFailed }
        let isEmpty = lengths.allSatisfy { $0 == "0" } && headers["transfer-encoding"].isEmpty
        guard isEmpty || Self.isJSON(headers["content-type"]) else { throw .unsupportedMediaType }
        guard headers["content-encoding"].allSatisfy({ $0.lowercased() == "identity" }) else { throw .unsupportedMediaType }
    }

    private static func isJSON(_ types: [String]) -> Bool {
        // Nearly all clients write this.
        if types == ["application/json"] { return true }
        guard types.count == 1, let type = types[0].split(separator: ";", omittingEmptySubsequences: false).first else { return false }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased() == "application/json"
    }

    /// Every server must accept an absolute URI. Another one is returned as it is.
    private static func split(_ uri: String) -> (authority: String?, uri: String) {
        guard uri.utf8.first != UInt8(ascii: "/"), uri.lowercased().hasPrefix("http://") else { return (nil, uri) }
        let rest = uri.dropFirst("http://".count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let path = rest[end...]
        return (String(rest[..<end]), path.hasPrefix("/") ? String(path) : "/\(path)")
    }
}

extension HTTPRequestHead {
    /// Blanks around header values are not part of them (RFC 9110, 5.5).
    var trimmed: HTTPRequestHead {
        guard headers.contains(where: { $0.value.hasBlanksAround }) else { return self }
        var head = self
        head.headers = HTTPHeaders(headers.map { ($0.name, $0.value.trimmed) })
        return head
    }
}

extension String {
    private static let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t")]

    fileprivate var hasBlanksAround: Bool {
        utf8.first.map(Self.blanks.contains) ?? false || utf8.last.map(Self.blanks.contains) ?? false
    }

    fileprivate var trimmed: String {
        guard hasBlanksAround else { return self }
        let rest = utf8.drop { Self.blanks.contains($0) }
        guard let last = rest.lastIndex(where: { !Self.blanks.contains($0) }) else { return "" }
        return String(self[rest.startIndex...last])
    }
}
