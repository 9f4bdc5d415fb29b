public import FaderValues

/// An error of the API: `application/problem+json` as defined by RFC 9457.
public struct Problem: WireObject, Equatable {
    /// The kind of problem: `about:blank`, or `urn:faderd:` and a `Kind`.
    public var type: String
    /// The kind in a few words.
    public var title: String
    public var status: Int
    /// One sentence about this particular case, which says what to do next.
    public var detail: String
    /// The id or name that was probably meant, if the given one is unknown.
    public var suggestion: String?
    /// With `refusedValue`: a text that would be accepted; nil where none is known.
    public var example: String?
    /// The parameter, if the request was about one. With `notDurable`, it has its new value; with `outdated`, it is as it is now.
    public var parameter: ParameterResource?
    /// With `notDurable`: the result, if the request was an undo, a redo or a recall.
    public var restored: RestoredResource?
    /// With `invalidConfig`: the config file that was read.
    public var config: String?
    /// With `invalidConfig`: the errors and warnings. With `refusedValue`, if a declaration was refused: everything that is wrong with it.
    public var diagnostics: [Diagnostic]?
    /// With a request for several parameters: what is wrong with each, sorted by id.
    public var problems: [ItemProblem]?

    /// What is wrong with one parameter of a request for several.
    public struct ItemProblem: Codable, Sendable, Equatable {
        /// The id as it was sent.
        public var id: String
        /// One sentence, which says what to do next.
        public var detail: String

        package init(id: String, detail: String) {
            self.id = id
            self.detail = detail
        }
    }

    /// The kinds of problems that a program may want to distinguish.
    public enum Kind: String, Sendable, CaseIterable {
        /// There is no parameter, surface, control, page, edit or declaration with that id.
        case unknownID = "unknown-id"
        /// The parameter has another revision than the request is for; nothing was changed.
        case outdated
        /// A hand is on a control of the parameter, so a gesture may not move it.
        case inHand = "in-hand"
        /// No session has that name, or it has ended.
        case unknownSession = "unknown-session"
        /// A value, a declaration or an import was refused.
        case refusedValue = "refused-value"
        /// The request was carried out, but the result could not be saved.
        case notDurable = "not-durable"
        /// There is no room for the data to be kept; nothing was changed.
        case noRoom = "no-room"
        /// The new config has errors; the one in force stays.
        case invalidConfig = "invalid-config"
        case unknownSnapshot = "unknown-snapshot"
        /// There is nothing to undo, or nothing to redo.
        case nothingToUndo = "nothing-to-undo"
        case noVirtualSurface = "no-virtual-surface"
        case tooManyConnections = "too-many-connections"
        /// The key was revoked, and will never be accepted again.
        case revokedKey = "revoked-key"
        /// The daemon is starting, stopping or overloaded, or a limit is reached.
        case unavailable = "unavailable"

        public var type: String { "urn:faderd:\(rawValue)" }
    }

    /// The kind; nil for plain HTTP errors and for kinds that only a newer version knows.
    public var kind: Kind? { Kind.allCases.first { $0.type == type } }

    package init(
        _ kind: Kind? = nil, title: String, status: Int, detail: String, suggestion: String? = nil, example: String? = nil,
        parameter: ParameterResource? = nil,
        restored: RestoredResource? = nil, config: String? = nil, diagnostics: [Diagnostic]? = nil,
        problems: [ItemProblem]? = nil
    ) {
        type = kind?.type ?? "about:blank"
        self.title = title
        self.status = status
        self.detail = detail
        self.suggestion = suggestion
        self.example = example
        self.parameter = parameter
        self.restored = restored
        self.config = config
        self.diagnostics = diagnostics
        self.problems = problems
    }
}
