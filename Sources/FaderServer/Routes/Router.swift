internal import FaderAPI

/// Finds what a request line asks for.
struct Router: Sendable {
    /// What a request line asks for.
    struct Target: Sendable, Equatable {
        /// What is to be done.
        var operation: Operation
        /// The id in the path, decoded; empty where the path has none.
        var id: String
        /// The query, decoded.
        var query: [String: String]
        /// The header `Accept-Language`, if there is one.
        var languages: String?

        /// The value of a true-or-false query key; the key alone, as in `?dry-run`, means true.
        func flag(_ key: String) throws(HTTPFailure) -> Bool {
            switch query[key] {
            case nil, "false": false
            case "", "true": true
            default: throw .malformed("\"\(key)\" must be true or false, for example ?\(key)=true")
            }
        }
    }

    private let routes: [(segments: [String], operation: Operation)]

    init() {
        routes = Operation.allCases.map { ($0.template.split(separator: "/").map(String.init), $0) }
    }

    /// The target of a method and a URI in origin form.
    func target(method: String, uri: String) throws(HTTPFailure) -> Target {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, path.utf8.first == UInt8(ascii: "/"), uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformed("the request's path is not one of HTTP")
        }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = APIPath.decode(segment) else { throw .malformed("the request's path is not percent-encoded UTF-8") }
            segments.append(decoded)
        }
        let matches = routes.filter { Self.matches($0.segments, segments) }
        guard !matches.isEmpty else { throw .notFound }
        let wanted = method == "HEAD" ? "GET" : method
        guard let match = matches.first(where: { $0.operation.method == wanted }) else {
            throw .methodNotAllowed(allow: matches.flatMap { Self.allowed($0.operation.method) })
        }
        let query = try Self.query(parts.count > 1 ? parts[1] : "", keys: match.operation.queryKeys)
        let id = zip(match.segments, segments).first { $0.0.hasPrefix("{") }?.1 ?? ""
        return Target(operation: match.operation, id: id, query: query)
    }

    private static func allowed(_ method: String) -> [String] { method == "GET" ? ["GET", "HEAD"] : [method] }

    private static func matches(_ template: [String], _ segments: [String]) -> Bool {
        template.count == segments.count && zip(template, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }

    private static func query(_ text: Substring, keys: [String]) throws(HTTPFailure) -> [String: String] {
        var query: [String: String] = [:]
        for field in text.split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]).replacingPlus : ""
            guard let key = APIPath.decode(parts[0]), let value = APIPath.decode(value) else {
                throw .malformed("the request's query is not percent-encoded UTF-8")
            }
            guard keys.contains(key) else {
                let known = keys.isEmpty ? "none is known here" : "known here: \(keys.joined(separator: ", "))"
                throw .malformed("unknown query key \"\(key)\"; \(known)")
            }
            guard query.updateValue(value, forKey: key) == nil else { throw .malformed("the query key \"\(key)\" is there twice") }
        }
        return query
    }
}

extension String {
    /// In a form, `+` means a space.
    fileprivate var replacingPlus: String { String(map { $0 == "+" ? " " : $0 }) }
}
