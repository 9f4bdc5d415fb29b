/// One row of the table of routes, without static types for the body and the answer.
package struct RouteRow: Sendable {
    /// The methods that the API knows.
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case patch = "PATCH"
        case post = "POST"
        case delete = "DELETE"
    }

    /// Who may use a route, from everybody to few. Each case includes those that follow it.
    package enum Access: Int, Sendable, Comparable {
        /// Everybody who can connect.
        case anybody
        /// Requests with any key, for what is on its page.
        case page
        /// Requests with a key for everything.
        case everything
        /// Requests with the token, and on the Unix socket those without a key.
        case token
        /// Only requests on the Unix socket, without a key.
        case socket

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    package let method: Method
    /// The path, with `{…}` for a segment that is an id or a name.
    package let template: String
    package let query: [QueryKey]
    package let body: any WireContent.Type
    /// Whether the body may be left out, which is the same as `{}`.
    package let isBodyOptional: Bool
    /// The HTTP status of a successful answer.
    package let status: Int
    package let answer: any WireContent.Type
    /// Whether it accepts `If-Match`, because it can change one parameter.
    package let isConditional: Bool
    package let access: Access

    package var hasBody: Bool { body != NoBody.self }
    /// Whether it takes the locale and decimals of texts.
    package var isOfViewer: Bool { query.contains { $0.name == QueryKey.locale } }
    /// Whether the answer is a stream of events.
    package var isStream: Bool { answer == EventFlow.self }

    /// Whether a follower refuses it, because it changes something that the leader has.
    package var isOfLeader: Bool {
        method != .get
            && ![Routes.reload.row, Routes.checkText.row, Routes.follow.row, Routes.promote.row].contains { $0.template == template }
    }

    /// Its path, with an id in place of `{…}`. The id is percent-encoded.
    package func path(_ id: String = "") -> String {
        guard let start = template.firstIndex(of: "{"), let end = template.firstIndex(of: "}") else { return template }
        return template[..<start] + PercentEncoding.encode(id) + template[template.index(after: end)...]
    }
}

/// Who may use a route. Every row states it, so that no new route is open by accident. Only a route whose body names its parameters, and
/// whose answer can be cut down to a page, can be for the key of a page.
package struct RouteAccess<Body: WireContent, Answer: WireContent>: Sendable {
    let least: RouteRow.Access

    static var anybody: Self { Self(least: .anybody) }
    static var everything: Self { Self(least: .everything) }
    static var token: Self { Self(least: .token) }
    static var socket: Self { Self(least: .socket) }
}

extension RouteAccess where Body: PageBody, Answer: PageAnswer {
    static var page: Self { Self(least: .page) }
}

/// One route of the API, for the server's router and for clients. `docs/openapi.json` describes it. Its handler is in the server's list of
/// endpoints, which gets the types of the body and the answer from here.
package struct Route<Body: WireContent, Answer: WireContent>: Sendable {
    package let row: RouteRow

    init(
        _ method: RouteRow.Method, _ template: String, query: [QueryKey] = [], isBodyOptional: Bool = false, isConditional: Bool = false,
        status: Int = 200, access: RouteAccess<Body, Answer>
    ) {
        row = RouteRow(
            method: method, template: template, query: query, body: Body.self, isBodyOptional: isBodyOptional, status: status,
            answer: Answer.self, isConditional: isConditional, access: access.least)
    }

    /// Its path, with an id in place of `{…}`. The id is percent-encoded.
    package func path(_ id: String = "") -> String { row.path(id) }
}

/// The table of routes. Each row is created when it is first used, so that a client creates only those it needs.
package enum Routes {}
