/// Identifies a session, which owns everything that ends with it: edits, declarations, gestures, loans and virtual fingers. A server never uses the same id
/// twice.
///
/// A session is one connection, or it is named and its requests may come over any connections.
public struct SessionID: Hashable, Sendable {
    private let number: UInt64
    /// Whether the session has a name, and therefore does not depend on one connection.
    public let isNamed: Bool

    /// The id for the daemon itself, which has no session.
    package static let ofDaemon = SessionID(0)

    /// The session with that number.
    public init(_ number: UInt64, isNamed: Bool = false) {
        self.number = number
        self.isNamed = isNamed
    }
}

/// What a session holds that ends with it.
public enum SessionHolding: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// Only gestures, which soon end on their own.
    case gestures
    /// Something that may live for hours, so the connection must not be closed because it is idle.
    case more
}

/// Who asks for a change, and under which condition.
public struct Caller: Sendable, Equatable {
    /// The session that the request belongs to.
    public var session: SessionID
    /// The revisions to which the request applies; nil for any.
    public var condition: RevisionCondition?
    /// The name that it gives itself in the header `Fader-By`; nil if it gives none.
    public var writer: String?

    package init(_ session: SessionID, condition: RevisionCondition? = nil, writer: String? = nil) {
        self.session = session
        self.condition = condition
        self.writer = writer
    }
}

/// The header `If-Match`: the revisions of a parameter to which a change applies.
public enum RevisionCondition: Sendable, Equatable {
    /// `*`: any revision.
    case any
    /// Only these revisions.
    case oneOf([UInt64])

    /// Whether a change may be made to this revision.
    public func allows(_ revision: UInt64) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let revisions): revisions.contains(revision)
        }
    }
}
