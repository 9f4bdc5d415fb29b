/// One row of the table of routes, without static types for the body and the answer.
package struct RouteRow: Sendable {
    package typealias Method = CallRow.Method

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

    /// How it is called.
    package let call: CallRow
    /// Its operation id in `openapi.json`.
    package let name: String
    /// What it does, in a sentence.
    package let summary: String
    /// More about it; may be empty.
    package let details: String
    package let query: [QueryKey]
    package let body: any DescribedContent.Type
    /// Whether the body may be left out, which is the same as `{}`.
    package let isBodyOptional: Bool
    /// The HTTP status of a successful answer.
    package let status: Int
    package let answer: any DescribedContent.Type
    /// What a successful answer contains, in a few words.
    package let answered: String
    /// Whether it accepts `If-Match`, because it can change one parameter.
    package let isConditional: Bool
    /// Whether it accepts `Fader-Session`, because what it does or uses can belong to a session.
    package let isOfSession: Bool
    /// Whether it accepts `Fader-By`, because what it changes is in the history.
    package let isWriting: Bool
    /// The HTTP statuses of the problems that are specific to it.
    package let problems: [Int]
    package let access: Access

    package var method: Method { call.method }
    /// The path, with `{…}` for a segment that is an id or a name.
    package var template: String { call.template }
    package var hasBody: Bool { call.hasBody }
    /// Whether the answer is a stream of events.
    package var isStream: Bool { answer == EventFlow.self }

    /// Its path, with an id in place of `{…}`. The id is percent-encoded.
    package func path(_ id: String = "") -> String { call.path(id) }
}

/// Who may use a route. Every row says it: a new route is in nobody's reach by accident. Only a route whose body names its parameters, and
/// whose answer can be cut down to a page, can be for the key of a page.
package struct RouteAccess<Body: DescribedContent, Answer: DescribedContent>: Sendable {
    let least: RouteRow.Access

    static var anybody: Self { Self(least: .anybody) }
    static var everything: Self { Self(least: .everything) }
    static var token: Self { Self(least: .token) }
    static var socket: Self { Self(least: .socket) }
}

extension RouteAccess where Body: PageBody, Answer: PageAnswer {
    static var page: Self { Self(least: .page) }
}

/// One route of the API. The server's router, the client's paths and `openapi.json` are made from its row. Its handler is in the server's
/// list of endpoints, which gets the types of the body and the answer from here.
package struct Route<Body: DescribedContent, Answer: DescribedContent>: Sendable {
    package let row: RouteRow

    init(
        _ method: RouteRow.Method, _ template: String, _ name: String, _ summary: String, details: String = "", query: [QueryKey] = [],
        isBodyOptional: Bool = false, isConditional: Bool = false, isOfSession: Bool = false, isWriting: Bool = false, status: Int = 200,
        answers answered: String,
        problems: [Int] = [], access: RouteAccess<Body, Answer>
    ) {
        let call = CallRow(
            method, template, hasBody: Body.self != NoBody.self, isOfViewer: query.contains { $0.name == QueryKey.locale })
        row = RouteRow(
            call: call, name: name, summary: summary, details: details, query: query, body: Body.self, isBodyOptional: isBodyOptional,
            status: status, answer: Answer.self, answered: answered, isConditional: isConditional, isOfSession: isOfSession,
            isWriting: isWriting,
            problems: problems + (isOfSession && !problems.contains(409) ? [409] : []) + (isConditional ? [412] : []), access: access.least)
    }

    /// The route of what programs with faders ask, too. The keys of viewers follow from it.
    init(
        _ call: ClientCall<Body, Answer>, _ name: String, _ summary: String, details: String = "", query: [QueryKey] = [],
        isBodyOptional: Bool = false, isConditional: Bool = false, isOfSession: Bool = false, isWriting: Bool = false, status: Int = 200,
        answers answered: String, problems: [Int] = [], access: RouteAccess<Body, Answer>
    ) {
        self.init(
            call.row.method, call.row.template, name, summary, details: details, query: call.row.isOfViewer ? query + .viewer : query,
            isBodyOptional: isBodyOptional, isConditional: isConditional, isOfSession: isOfSession, isWriting: isWriting, status: status,
            answers: answered, problems: problems, access: access)
    }

    /// How a client calls it.
    package var call: ClientCall<Body, Answer> { ClientCall(row: row.call) }

    /// Its path, with an id in place of `{…}`. The id is percent-encoded.
    package func path(_ id: String = "") -> String { row.path(id) }
}

/// The table of routes. Each row is created when it is first used, so that a client creates only those it needs.
package enum Routes {}
