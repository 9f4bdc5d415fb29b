/// All targets, and what parameters could be bound to; the answer to `GET /v1/targets`.
public struct TargetsResource: WireType, Equatable {
    /// The targets of the config, in its order, then those of playing programs if the config has `apps:`.
    public var targets: [TargetResource]
    /// What the sound server has: devices, and programs that play or record. Includes those that are bound already.
    public var candidates: [Candidate]

    /// Something a parameter could be bound to.
    public struct Candidate: Codable, Sendable, Equatable {
        /// `sink`, `source`, `app` (a stream that plays) or `capture` (one that records).
        public var kind: String
        /// The name for people.
        public var name: String
        /// The words that it can be matched by, for example `application.name: Firefox`, the strongest first.
        public var words: [String]
        /// The parameter it is bound to; nil if none.
        public var parameter: String?

        /// A candidate from its parts.
        public init(kind: String, name: String, words: [String], parameter: String? = nil) {
            self.kind = kind
            self.name = name
            self.words = words
            self.parameter = parameter
        }
    }

    /// An answer from its parts.
    public init(targets: [TargetResource], candidates: [Candidate]) {
        self.targets = targets
        self.candidates = candidates
    }

    package static let notes: KeyNotes = [
        "candidates": "what parameters can be bound to",
        "candidates.kind": "sink, source, app (it plays) or capture (it records)",
        "candidates.words": "to match it by, the strongest first",
        "candidates.parameter": .id,
    ]
}

/// A parameter's target: something in the world that it is bound to, both ways.
public struct TargetResource: WireType, Equatable {
    /// The parameter's id.
    public var parameter: String
    /// The kind: `pulse`, `alsa`, `osc` or `exec`.
    public var kind: String
    /// What the parameter is bound to, for example `pulse app *mpv*`.
    public var target: String
    /// The state: `bound`, `appearing`, `absent` or `failing`.
    public var state: String
    /// The members of the target now, for example each stream of a program.
    public var matched: [String]
    /// Whether the members show different values.
    public var differs: Bool
    /// Why it is not there, or what is unusual, for people.
    public var note: String?
    /// The last value written; nil if none was.
    public var written: String?
    /// How many seconds ago that was.
    public var writtenAgo: Double?
    /// The last value read; nil if none was.
    public var read: String?
    /// How many seconds ago that was.
    public var readAgo: Double?
    /// How many seconds ago the target last acknowledged a value.
    public var acknowledgedAgo: Double?
    /// The last error; nil if the last attempt succeeded.
    public var lastError: String?

    /// A target from its parts.
    public init(
        parameter: String, kind: String, target: String, state: String, matched: [String], differs: Bool, note: String? = nil,
        written: String? = nil, writtenAgo: Double? = nil, read: String? = nil, readAgo: Double? = nil, acknowledgedAgo: Double? = nil,
        lastError: String? = nil
    ) {
        self.parameter = parameter
        self.kind = kind
        self.target = target
        self.state = state
        self.matched = matched
        self.differs = differs
        self.note = note
        self.written = written
        self.writtenAgo = writtenAgo
        self.read = read
        self.readAgo = readAgo
        self.acknowledgedAgo = acknowledgedAgo
        self.lastError = lastError
    }

    package static let notes: KeyNotes = [
        "parameter": .id,
        "kind": "pulse, alsa, osc, exec",
        "state": .words(["bound", "appearing", "absent", "failing"]),
        "matched": "what it is at this moment",
        "differs": "whether those show different values",
        "writtenAgo": "seconds",
    ]
}
