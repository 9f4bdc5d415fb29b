internal import FaderAPI

/// Finds what a request line asks for.
struct Router: Sendable {
    private let routes: [(segments: [String], endpoint: Endpoint)]
    private let page: Endpoint

    init(_ endpoints: [Endpoint], page: WebPage = WebPage(root: nil)) {
        self.page = page.endpoint
        routes = endpoints.map { ($0.row.template.split(separator: "/").map(String.init), $0) }
    }

    /// What a method and a URI in origin form ask for.
    func call(method: String, uri: String) throws(HTTPFailure) -> Call {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.utf8.first == UInt8(ascii: "/"), uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("the request's path is not one of HTTP")
        }
        if WebPath.isPage(String(path)) {
            guard method == "GET" || method == "HEAD" else { throw .methodNotAllowed(allow: Self.allowed(.get)) }
            // Its query is read by the page itself.
            return Call(endpoint: page, id: String(path))
        }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(segment) else { throw .malformed("the request's path is not percent-encoded UTF-8") }
            segments.append(decoded)
        }
        let matches = routes.filter { Self.matches($0.segments, segments) }
        guard !matches.isEmpty else { throw .notFound }
        let wanted = method == "HEAD" ? "GET" : method
        guard let match = matches.first(where: { $0.endpoint.row.method.rawValue == wanted }) else {
            throw .methodNotAllowed(allow: matches.flatMap { Self.allowed($0.endpoint.row.method) })
        }
        let query = try Self.query(parts.count > 1 ? parts[1] : "", keys: match.endpoint.row.query)
        let id = zip(match.segments, segments).first { $0.0.hasPrefix("{") }?.1 ?? ""
        return Call(endpoint: match.endpoint, id: id, query: query)
    }

    private static func allowed(_ method: RouteRow.Method) -> [String] { method == .get ? ["GET", "HEAD"] : [method.rawValue] }

    private static func matches(_ template: [String], _ segments: [String]) -> Bool {
        template.count == segments.count && zip(template, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    private static func query(_ text: Substring, keys: [QueryKey]) throws(HTTPFailure) -> [String: String] {
        var query: [String: String] = [:]
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]).replacingPlus : ""
            guard let key = PercentEncoding.decode(parts[0]), let value = PercentEncoding.decode(value) else {
                throw .malformed("the request's query is not percent-encoded UTF-8")
            }
            guard let known = keys.first(where: { $0.name == key }) else {
                let known = keys.isEmpty ? "none is known here" : "known here: \(keys.map(\.name).joined(separator: ", "))"
                throw .malformed("unknown query key \"\(key)\"; \(known)")
            }
            if let refusal = known.refusal(of: value) { throw .malformed(refusal) }
            guard query.updateValue(value, forKey: key) == nil else { throw .malformed("the query key \"\(key)\" is there twice") }
        }
        return query
    }
}

extension String {
    /// In a form, `+` means a space.
    fileprivate var replacingPlus: String { String(map { $0 == "+" ? " " : $0 }) }
}
