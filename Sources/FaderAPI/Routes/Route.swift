/// A route without static types for the body and the answer.
package struct RouteRow: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case patch = "PATCH"
        case post = "POST"
        case delete = "DELETE"
    }

    /// Who may use a route, from many to few. Each case includes those that follow it.
    package enum Access: Int, Sendable, Comparable {
        case anybody
        /// Requests with any key, as far as they concern what is on its page.
        case page
        /// Requests with a key that is not limited to a page.
        case everything
        /// The token; on the Unix socket also no key.
        case token
        /// Only requests over the Unix socket, which need no key.
        case socket

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    package let method: Method
    /// `{…}` is a segment that is an id or a name.
    package let template: String
    package let query: [QueryKey]
    package let body: any WireContent.Type
    /// The body may be left out, which means the same as `{}`.
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
    package var isStream: Bool { answer == EventFlow.self }

    /// It changes something that the leader has, so a follower refuses it.
    package var isOfLeader: Bool {
        method != .get
            && ![Routes.reload.row, Routes.checkText.row, Routes.follow.row, Routes.promote.row].contains { $0.template == template }
    }

    /// The path with the id in it; the id is percent-encoded.
    package func path(_ id: String = "") -> String {
        guard let start = template.firstIndex(of: "{"), let end = template.firstIndex(of: "}") else { return template }
        return template[..<start] + PercentEncoding.encode(id) + template[template.index(after: end)...]
    }
}

/// Every row states it, so that no new route is open by accident. For the key of a page, the body has to name its parameters and the answer
/// has to be cuttable.
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

/// A route of the API for the server's router, whose handlers get their types from here, and for clients. `docs/openapi.json` describes it.
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

    package func path(_ id: String = "") -> String { row.path(id) }
}

/// Each row is created when it is first used, so that a client creates only those it needs.
package enum Routes {}
