internal import FaderAPI

/// Finds the endpoint for a request line.
struct Router: Sendable {
    /// The segments of each path; nil stands for an id.
    private let routes: [(segments: [String?], endpoint: Endpoint)]
    private let page: Endpoint

    init(_ endpoints: [Endpoint], page: WebPage = WebPage(root: nil)) {
        self.page = page.endpoint
        routes = endpoints.map { ($0.row.template.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }, $0) }
    }

    /// The call for a method and a URI in origin form.
    func call(method: String, uri: String) throws(HTTPFailure) -> Call {
        guard uri.utf8.first == UInt8(ascii: "/"), uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("the request's path is not valid in HTTP")
        }
        let end = uri.utf8.firstIndex(of: UInt8(ascii: "?")) ?? uri.endIndex
        let segments = try Self.segments(uri.utf8[..<end].dropFirst())
        if segments.first != "v1", WebPath.isPage(String(uri[..<end])) {
            guard method == "GET" || method == "HEAD" else { throw .methodNotAllowed(allow: Self.allowed(.get)) }
            // Only the page itself reads its query.
            return Call(endpoint: page, id: String(uri[..<end]))
        }
        let wanted = method == "HEAD" ? "GET" : method
        var others: [RouteRow.Method] = []
        for (template, endpoint) in routes where Self.matches(template, segments) {
            guard endpoint.row.method.rawValue == wanted else {
                others.append(endpoint.row.method)
                continue
            }
            let query = end == uri.endIndex ? [:] : try Self.query(uri[uri.utf8.index(after: end)...], keys: endpoint.row.query)
            let id = zip(template, segments).first { $0.0 == nil }?.1 ?? ""
            return Call(endpoint: endpoint, id: id, query: query)
        }
        throw others.isEmpty ? .notFound : .methodNotAllowed(allow: others.flatMap { Self.allowed($0) })
    }

    private static func segments(_ path: Substring.UTF8View) throws(HTTPFailure) -> [String] {
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard segment.contains(UInt8(ascii: "%")) else {
                segments.append(String(Substring(segment)))
                continue
            }
            guard let decoded = PercentEncoding.decode(Substring(segment)) else {
                throw .malformed("the request's path is not percent-encoded UTF-8")
            }
            segments.append(decoded)
        }
        return segments
    }

    private static func allowed(_ method: RouteRow.Method) -> [String] { method == .get ? ["GET", "HEAD"] : [method.rawValue] }

    private static func matches(_ template: [String?], _ segments: [String]) -> Bool {
        template.count == segments.count && zip(template, segments).allSatisfy { $0 == nil || $0 == $1 }
    }

    private static func query(_ text: Substring, keys: [QueryKey]) throws(HTTPFailure) -> [String: String] {
        var query: [String: String] = [:]
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // As in form encoding.
            let value = parts.count > 1 ? String(parts[1].map { $0 == "+" ? " " : $0 }) : ""
            guard let key = PercentEncoding.decode(parts[0]), let value = PercentEncoding.decode(value) else {
                throw .malformed("the request's query is not percent-encoded UTF-8")
            }
            guard let known = keys.first(where: { $0.name == key }) else {
                let known = keys.isEmpty ? "this path has none" : "this path has \(keys.map(\.name).joined(separator: ", "))"
                throw .malformed("unknown query key \"\(key)\"; \(known)")
            }
            if let refusal = known.refusal(of: value) { throw .malformed(refusal) }
            guard query.updateValue(value, forKey: key) == nil else { throw .malformed("the query key \"\(key)\" is given twice") }
        }
        return query
    }
}
