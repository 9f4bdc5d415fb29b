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
    case beginEdit = "POST /v1/parameters/{id}/edit"
    case edit = "GET /v1/edits/{edit}"
    case draft = "PUT /v1/edits/{edit}"
    case submitEdit = "POST /v1/edits/{edit}/submit"
    case blurEdit = "POST /v1/edits/{edit}/blur"
    case cancelEdit = "POST /v1/edits/{edit}/cancel"
    case declarations = "GET /v1/declarations"
    case declare = "POST /v1/declarations"
    case undeclare = "DELETE /v1/declarations/{id}"
    case explain = "GET /v1/parameters/{id}/explain"
    case history = "GET /v1/history"
    case undo = "POST /v1/undo"
    case redo = "POST /v1/redo"
    case snapshots = "GET /v1/snapshots"
    case snapshot = "GET /v1/snapshots/{name}"
    case saveSnapshot = "PUT /v1/snapshots/{name}"
    case deleteSnapshot = "DELETE /v1/snapshots/{name}"
    case recall = "POST /v1/snapshots/{name}/recall"
    case renameSnapshot = "POST /v1/snapshots/{name}/rename"
    case export = "GET /v1/export"
    case importing = "POST /v1/import"
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
        case .parameters, .events: ["prefix"] + ViewerWish.queryKeys
        case .parameter, .put, .check, .step, .reset, .explain, .history, .undo, .redo, .snapshot, .recall, .beginEdit,
            .declare:
            ViewerWish.queryKeys
        case .monitor: ["surface", "all"]
        case .importing: ["dry-run"] + ViewerWish.queryKeys
        default: []
        }
    }

    /// Whether it takes a body.
    var hasBody: Bool {
        switch self {
        case .put, .check, .step, .draft, .declare, .virtualGesture, .undo, .redo, .saveSnapshot, .recall, .renameSnapshot, .importing: true
        default: false
        }
    }

    /// Whether the body may be left out, which is the same as `{}`.
    var isBodyOptional: Bool {
        switch self {
        case .undo, .redo, .saveSnapshot, .recall: true
        default: false
        }
    }

    /// Whether the answer is a stream of events.
    var isStream: Bool { self == .events || self == .monitor }
}
