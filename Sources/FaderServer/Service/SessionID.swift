/// A session owns everything that ends with it: edits, declarations, gestures, loans and virtual fingers. It is one connection, or it is
/// named and its requests may come over any connections. A server never uses the same id twice.
public struct SessionID: Hashable, Sendable {
    private let number: UInt64
    /// A session with a name does not depend on one connection.
    public let isNamed: Bool

    /// The id for the daemon itself, which has no session.
    package static let ofDaemon = SessionID(0)

    public init(_ number: UInt64, isNamed: Bool = false) {
        self.number = number
        self.isNamed = isNamed
    }
}

/// What a session holds that ends with it.
public enum SessionHolding: Sendable, Equatable {
    case nothing
    /// Only gestures, which soon end on their own.
    case gestures
    /// It may live for hours, so the connection must not be closed because it is idle.
    case more
}

public struct Caller: Sendable, Equatable {
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

/// `If-Match`: the revisions of a parameter to which a change applies.
public enum RevisionCondition: Sendable, Equatable {
    /// `*`: any revision.
    case any
    case oneOf([UInt64])

    public func allows(_ revision: UInt64) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let revisions): revisions.contains(revision)
        }
    }
}
