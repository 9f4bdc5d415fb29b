/// The state of a target, for a person.
public struct TargetReport: Sendable, Equatable {
    /// Whether it is there.
    public enum State: String, Sendable, CaseIterable {
        case bound
        /// It has just appeared, and is only listened to for a moment.
        case appearing
        case absent
        /// It is there, but the last attempt to set or read it failed.
        case failing
    }

    /// A value that was written or read.
    public struct Event: Sendable, Equatable {
        /// The value as the parameter's text form.
        public var text: String
        /// How long ago.
        public var ago: Duration
    }

    /// The parameter's id.
    public var parameter: String
    /// The kind of target, as in the config.
    public var kind: String
    /// What the config binds it to.
    public var target: String
    /// Whether it is there.
    public var state: State
    /// What it is bound to in the world now.
    public var matched: [String]
    /// Whether the members show different values.
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

/// Something that a target could be bound to.
public struct TargetCandidate: Sendable, Equatable {
    /// `sink`, `source`, `app`, `capture`.
    public var kind: String
    /// The name for people.
    public var name: String
    /// The words to match it by, the strongest first, each with its source.
    public var words: [(source: String, word: String)]
    /// The parameter it is bound to; nil if none.
    public var parameter: String?

    /// Whether two candidates are the same to a person; the sources of the words do not count.
    public static func == (left: TargetCandidate, right: TargetCandidate) -> Bool {
        left.kind == right.kind && left.name == right.name && left.parameter == right.parameter
            && left.words.map(\.word) == right.words.map(\.word)
    }
}
