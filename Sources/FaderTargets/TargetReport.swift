/// What a person is told of a target.
public struct TargetReport: Sendable, Equatable {
    /// Whether it is there.
    public enum State: String, Sendable, CaseIterable {
        case bound
        /// It has just come, and is only listened to for a moment.
        case appearing
        case absent
        /// It is there, but the last try to set or read it went wrong.
        case failing
    }

    /// A value that was written or read.
    public struct Event: Sendable, Equatable {
        /// As the parameter's text.
        public var text: String
        /// How long ago.
        public var ago: Duration
    }

    /// The parameter's id.
    public var parameter: String
    /// The word of the config.
    public var kind: String
    /// What the config binds it to.
    public var target: String
    /// Whether it is there.
    public var state: State
    /// What that is at this moment.
    public var matched: [String]
    /// Whether those show different values.
    public var differs: Bool
    /// Why it is not there, or what is unusual.
    public var note: String?
    /// The last value written; nil if none was.
    public var written: Event?
    /// The last value read; nil if none was.
    public var read: Event?
    /// How long ago a set was last acknowledged.
    public var acknowledged: Duration?
    /// The last thing that went wrong; nil if the last try went well.
    public var lastError: String?
}

/// Something there is that a target could be bound to.
public struct TargetCandidate: Sendable, Equatable {
    /// `sink`, `source`, `app`, `capture`.
    public var kind: String
    /// What a person calls it.
    public var name: String
    /// The words to match it by, the strongest first, each with where it comes from.
    public var words: [(source: String, word: String)]
    /// The parameter it is bound to; nil if none.
    public var parameter: String?

    /// Whether they say the same.
    public static func == (left: TargetCandidate, right: TargetCandidate) -> Bool {
        left.kind == right.kind && left.name == right.name && left.parameter == right.parameter
            && left.words.map(\.word) == right.words.map(\.word)
    }
}
