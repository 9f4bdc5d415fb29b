/// A client, as the owner of what ends with it: edits, declarations, gestures, virtual fingers. A server never uses the same one twice.
///
/// It is a connection, or a named session, whose requests may travel over any connections.
public struct SessionID: Hashable, Sendable {
    private let number: UInt64
    /// Whether it has a name, and so lives independently of any one connection.
    public let isNamed: Bool

    /// The session of that number.
    public init(_ number: UInt64, isNamed: Bool = false) {
        self.number = number
        self.isNamed = isNamed
    }
}

/// What ends with a session.
public enum SessionHolding: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// Only what soon ends by itself: gestures.
    case gestures
    /// Something that may live for hours, so that its connection must not be closed for being idle.
    case more
}

/// Who asks for a change, and on what condition.
public struct Caller: Sendable, Equatable {
    /// The session that the request belongs to.
    public var session: SessionID
    /// The revisions that the request applies to; nil: any.
    public var condition: RevisionCondition?

    /// A caller from its parts.
    public init(_ session: SessionID, condition: RevisionCondition? = nil) {
        self.session = session
        self.condition = condition
    }
}

/// The header `If-Match`: the revisions of a parameter that a change applies to.
public enum RevisionCondition: Sendable, Equatable {
    /// `*`: whatever it is.
    case any
    /// One of these.
    case oneOf([UInt64])

    /// Whether a change may be made to this revision.
    public func allows(_ revision: UInt64) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let revisions): revisions.contains(revision)
        }
    }
}
