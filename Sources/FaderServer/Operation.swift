/// Everything the API can do; the raw value is the method and the path, with `{…}` for a segment that is an id.
enum Operation: String, CaseIterable, Sendable {
    case status = "GET /v1/status"
    case surfaces = "GET /v1/surfaces"
    case openAPI = "GET /v1/openapi.json"
    case parameters = "GET /v1/parameters"
    case parameter = "GET /v1/parameters/{id}"
    case put = "PUT /v1/parameters/{id}"
    case check = "POST /v1/parameters/{id}/check"
    case step = "POST /v1/parameters/{id}/step"
    case reset = "POST /v1/parameters/{id}/reset"
    case explain = "GET /v1/parameters/{id}/explain"
    case events = "GET /v1/events"
    case monitor = "GET /v1/monitor"
    case reload = "POST /v1/reload"
    case virtualFaders = "GET /v1/virtual"
    case virtualGesture = "PUT /v1/virtual/{control}"

    /// The HTTP method.
    var method: String { String(rawValue.prefix { $0 != " " }) }
    /// The path, with `{…}` for an id.
    var template: String { String(rawValue.drop { $0 != " " }.dropFirst()) }

    /// The query keys it knows.
    var queryKeys: [String] {
        switch self {
        case .parameters, .events: ["prefix"]
        case .monitor: ["surface"]
        default: []
        }
    }

    /// Whether it needs a body.
    var hasBody: Bool {
        switch self {
        case .put, .check, .step, .virtualGesture: true
        default: false
        }
    }

    /// Whether the answer is a stream of events.
    var isStream: Bool { self == .events || self == .monitor }
}
