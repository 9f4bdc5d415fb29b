public import FaderAPI
public import FaderValues

/// Why a request is refused. If possible, the sentence says what to do next. A `suggestion` is the nearest id or name, if one is near.
public enum ServiceError: Error, Sendable, Equatable {
    /// The body of the request is missing, or cannot be read, as the sentence explains. 400.
    case malformed(String)
    /// 404.
    case unknownParameter(String, suggestion: String?)
    /// 404.
    case unknownControl(String, suggestion: String?)
    /// 404.
    case unknownControlOf(surface: String, String, suggestion: String?)
    /// No surface, and no wide surface, has that name; the nearest name, if one is near. 404.
    case unknownSurface(String, suggestion: String?)
    /// 404.
    case unknownPage(String, of: String, suggestion: String?)
    /// No strip that can be selected has that word. 404.
    case unknownStrip(String, of: String, suggestion: String?)
    /// 404.
    case unknownSnapshot(String, suggestion: String?)
    /// 404.
    case unknownKey(String)
    /// The key was revoked, and is not accepted again.
    case revokedKey
    /// There is nothing to undo or redo, as the sentence explains. 409.
    case nothingToUndo(String)
    /// One sentence for each error; nothing was changed. 422.
    case refusedImport([String])
    /// There is no room to keep the data, as the sentence explains; nothing was changed. 507.
    case noRoom(String)
    /// The request was applied; the sentence says why it is not saved. Holds what an undo, a redo or a recall has set. 503.
    case notSaved(String, RestoredResource? = nil)
    /// The session has no edit with that name. 404.
    case unknownEdit(String)
    /// 404.
    case unknownDeclaration(String, suggestion: String?)
    /// A program's declaration of a parameter is refused. Holds the id and all errors. 422.
    case refusedDeclaration(String, [Diagnostic])
    /// The request requires another revision. Holds the parameter as it is now; nothing was changed. 412.
    case outdated(ParameterResource)
    /// A gesture tried to move a parameter under a hand, which takes precedence. Holds the id, and the known controls. 409.
    case inHand(String, controls: [String])
    /// A value or another part of the request cannot be used; the sentence says why, often with the range. `example` would be accepted.
    /// 422.
    case refused(String, example: String? = nil)
    /// Some of several parameters cannot be set, so none was. The kind is that of the reason that takes precedence. 404, 412 or 422.
    case refusedSeveral(Problem.Kind, [Problem.ItemProblem])
    /// The config file has errors; the running configuration stays. 422.
    case invalidConfig(String, [Diagnostic])
    /// The request does not fit the state that the daemon is in. 409.
    case conflict(String)
    /// 409.
    case noVirtualSurface
    /// The value is applied, but could not be saved. Holds the parameter as it is now. 503.
    case notDurable(ParameterResource, reason: String)
    /// The key of a page has used its share, as the sentence explains. 429.
    case tooMany(String)
    /// The daemon cannot do that now; the sentence says why. 503.
    case unavailable(String)
}

extension ServiceError {
    /// As the API reports it.
    public var problem: Problem {
        switch self {
        case .malformed(let sentence):
            Problem(title: "Bad Request", status: 400, detail: sentence)
        case .unknownParameter(let id, let suggestion):
            Self.unknown("there is no parameter \"\(id.withoutControls())\"", suggestion, list: "faderctl list")
        case .unknownControl(let id, let suggestion):
            Self.unknown("there is no control \"\(id.withoutControls())\"", suggestion, list: "faderctl virtual show")
        case .unknownControlOf(let surface, let id, let suggestion):
            Self.unknown(
                "\(surface) has no control \"\(id.withoutControls())\"", title: "Unknown control", suggestion,
                list: "faderctl surfaces --json")
        case .unknownSurface(let name, let suggestion):
            Self.unknown("there is no surface \"\(name.withoutControls())\"", suggestion, list: "faderctl surfaces")
        case .unknownPage(let page, let surface, let suggestion):
            Self.unknown(
                "\(surface) has no page \"\(page.withoutControls())\"", title: "Unknown page", suggestion, list: "faderctl surfaces --json")
        case .unknownStrip(let word, let surface, let suggestion):
            Self.unknown(
                "\(surface) has no strip \"\(word.withoutControls())\" that can be selected", title: "Unknown strip", suggestion,
                list: "faderctl surfaces --json")
        case .unknownSnapshot(let name, let suggestion):
            Self.unknown(
                "there is no snapshot \"\(name.withoutControls())\"", title: "Unknown snapshot", kind: .unknownSnapshot, suggestion,
                list: "faderctl snapshot list")
        case .unknownKey(let name):
            // Following a suggestion would revoke somebody else's key.
            Self.unknown("there is no key \"\(name.withoutControls())\"", title: "Unknown key", nil, list: "faderctl token list")
        case .revokedKey:
            Problem(.revokedKey, title: "Revoked key", status: 409, detail: "this key was revoked; make a new one at random")
        case .nothingToUndo(let sentence):
            Problem(.nothingToUndo, title: "Nothing to undo", status: 409, detail: sentence)
        case .refusedImport(let sentences):
            Problem(
                .refusedValue, title: "Refused import", status: 422,
                detail: "nothing was imported: \(sentences.joined(separator: "; "))")
        case .noRoom(let sentence):
            Problem(.noRoom, title: "No room", status: 507, detail: sentence)
        case .notSaved(let sentence, let restored):
            Problem(.notDurable, title: "Applied but not durable", status: 503, detail: sentence, restored: restored)
        case .unknownEdit(let edit):
            Problem(
                .unknownID, title: "Unknown edit", status: 404,
                detail: "this session has no edit \"\(edit)\"; it has ended, or was begun in another session, for example on another "
                    + "connection; begin one here")
        case .unknownDeclaration(let id, let suggestion):
            Problem(
                .unknownID, title: "Unknown declaration", status: 404,
                detail: "no program declares \"\(id)\"; "
                    + (suggestion.map { "did you mean \"\($0)\"?" } ?? "\"faderctl list\" shows what is declared, and by whom"),
                suggestion: suggestion)
        case .refusedDeclaration(let id, let diagnostics):
            Problem(
                .refusedValue, title: "Refused declaration", status: 422,
                // The key that has YAML as its value is named, because a line and column mean nothing in a request.
                detail: "\(id) is not declared: "
                    + diagnostics.map { ($0.file == "body" ? "" : "\($0.file): ") + Self.sentence($0) }.joined(separator: "; "),
                diagnostics: diagnostics)
        case .outdated(let parameter):
            Problem(
                .outdated, title: "Outdated", status: 412,
                detail:
                    "\(parameter.id) has changed: it is now \(parameter.running.map { $0 ? "running" : "idle" } ?? parameter.text), revision \(parameter.revision); nothing was set, so "
                    + "look at it and decide again", parameter: parameter)
        case .inHand(let id, let controls):
            Problem(
                .inHand, title: "In a hand", status: 409,
                detail:
                    "a hand is on \(controls.isEmpty ? "a control of \(id)" : controls.joined(separator: ", ")), and it wins: this gesture "
                    + "has ended and \(id) was not changed; begin another gesture when the hand has let go")
        case .refused(let sentence, let example):
            Problem(.refusedValue, title: "Refused value", status: 422, detail: sentence, example: example)
        case .refusedSeveral(let kind, let problems):
            Self.several(kind, problems)
        case .invalidConfig(let config, let diagnostics):
            Problem(
                .invalidConfig, title: "Invalid config", status: 422,
                detail: "the config has errors, so the running configuration stays; correct them and reload again", config: config,
                diagnostics: diagnostics)
        case .conflict(let sentence):
            Problem(title: "Conflict", status: 409, detail: sentence)
        case .noVirtualSurface:
            Problem(
                .noVirtualSurface, title: "No virtual surface", status: 409,
                detail: "this daemon has no virtual surface; start one with \"faderd --virtual\"")
        case .notDurable(let parameter, let reason):
            Problem(
                .notDurable, title: "Applied but not durable", status: 503,
                detail: "\(parameter.id) is \(parameter.text) now, but it could not be saved: \(reason)", parameter: parameter)
        case .tooMany(let sentence):
            Problem(title: "Too Many Requests", status: 429, detail: sentence)
        case .unavailable(let sentence):
            Problem(.unavailable, title: "Unavailable", status: 503, detail: sentence)
        }
    }

    private static func several(_ kind: Problem.Kind, _ problems: [Problem.ItemProblem]) -> Problem {
        let (title, status) =
            switch kind {
            case .unknownID: ("Unknown id", 404)
            case .outdated: ("Outdated", 412)
            default: ("Refused value", 422)
            }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return Problem(kind, title: title, status: status, detail: "nothing was set: \(problems[0].detail)\(more)", problems: problems)
    }

    private static func sentence(_ diagnostic: Diagnostic) -> String {
        diagnostic.message + (diagnostic.suggestion.map { " (did you mean \"\($0)\"?)" } ?? "")
    }

    private static func unknown(
        _ sentence: String, title: String = "Unknown id", kind: Problem.Kind = .unknownID, _ suggestion: String?, list: String
    ) -> Problem {
        let advice = suggestion.map { "did you mean \"\($0)\"?" } ?? "\"\(list)\" shows them all"
        return Problem(kind, title: title, status: 404, detail: "\(sentence); \(advice)", suggestion: suggestion)
    }
}

extension ServiceError {
    public init(_ refusal: EditRefusal, edit: String = "") {
        switch refusal {
        case .unknown: self = .unknownEdit(edit)
        case .tooManyOfOneOwner(let limit):
            self = .conflict("this session has \(limit) edits open, which is the limit; submit, blur or cancel one")
        case .tooManyOfOneKey(let limit):
            self = .tooMany("\(limit) edits of this key are open, which is its share; submit, blur or cancel one")
        case .tooManyInAll(let limit): self = .unavailable("\(limit) edits are open, which is the limit; try again when one has ended")
        }
    }

    public init(_ refusal: DeclarationRefusal, id: String) {
        switch refusal {
        case .unknown: self = .unknownDeclaration(id, suggestion: nil)
        case .ofOthers(let names):
            self = .conflict(
                "\(id) is declared by \(names.joined(separator: ", ")) in another session; end that program to remove it")
        case .taken(let taken, let other, let names):
            let part = taken == id ? "" : ", so \(id) cannot have it"
            self = .conflict("\(taken) belongs to \(other), declared by \(names.joined(separator: ", "))\(part); declare another id")
        case .tooManyOfOneOwner(let limit):
            self = .conflict("this session has declared \(limit) parameters, which is the limit; take one back")
        case .tooManyInAll(let limit):
            self = .unavailable("\(limit) parameters are declared, which is the limit; try again when one has gone")
        case .tooManyDeclarers(let limit):
            self = .conflict("\(id) is declared by \(limit) programs, which is the limit; use it without declaring it")
        case .tooLarge: self = .unavailable("there is no room for more declarations; try again when some have been taken back")
        }
    }
}
