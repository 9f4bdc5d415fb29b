/// One row of the table of routes, without the types of what it carries.
package struct RouteRow: Sendable {
    /// The methods that the API knows.
    package enum Method: String, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    /// Who may use it.
    package enum Access: Sendable {
        /// Whoever can connect.
        case anybody
        /// Over TCP only who brings the token.
        case token
        /// Nobody over TCP.
        case socket
    }

    package let method: Method
    /// The path, with `{…}` for a segment that is an id.
    package let template: String
    /// What `openapi.json` calls it.
    package let name: String
    /// What it does, in a sentence.
    package let summary: String
    /// More about it; may be empty.
    package let details: String
    /// The query keys it knows.
    package let query: [QueryKey]
    package let body: any WireContent.Type
    /// Whether the body may be left out, which is the same as `{}`.
    package let isBodyOptional: Bool
    /// The status of a good answer.
    package let status: Int
    package let answer: any WireContent.Type
    /// What a good answer carries, in a few words.
    package let answered: String
    /// Whether it takes `If-Match`: it changes one parameter.
    package let isConditional: Bool
    /// The statuses of the problems that are particular to it.
    package let problems: [Int]
    package let access: Access

    /// Whether it takes a body.
    package var hasBody: Bool { body != NoBody.self }
    /// Whether the answer is a stream of events.
    package var isStream: Bool { answer == EventFlow.self }

    /// Its path, with an id in the place of `{…}`.
    package func path(_ id: String = "") -> String {
        guard let start = template.firstIndex(of: "{"), let end = template.firstIndex(of: "}") else { return template }
        return template[..<start] + PercentEncoding.encode(id) + template[template.index(after: end)...]
    }
}

/// One thing that the API can do: the row from which the server's router, the client's paths and `openapi.json` come. The handler stands
/// in the server's list of endpoints, which takes its types from here.
package struct Route<Body: WireContent, Answer: WireContent>: Sendable {
    package let row: RouteRow

    init(
        _ method: RouteRow.Method, _ template: String, _ name: String, _ summary: String, details: String = "", query: [QueryKey] = [],
        isBodyOptional: Bool = false, isConditional: Bool = false, status: Int = 200, answers answered: String, problems: [Int] = [],
        access: RouteRow.Access = .token
    ) {
        row = RouteRow(
            method: method, template: template, name: name, summary: summary, details: details, query: query, body: Body.self,
            isBodyOptional: isBodyOptional, status: status, answer: Answer.self, answered: answered, isConditional: isConditional,
            problems: problems + (isConditional ? [412] : []), access: access)
    }

    /// Its path, with an id in the place of `{…}`.
    package func path(_ id: String = "") -> String { row.path(id) }
}

/// The table of routes. Each row is made when it is first used: a client makes only those it needs.
package enum Routes {}
