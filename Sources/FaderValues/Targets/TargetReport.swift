/// The state of a target, which is something in the world that a parameter is bound to, both ways. A parameter can have several.
public struct TargetReport: Codable, Sendable, Equatable {
    /// Whether the target is there.
    public enum State: String, Codable, Sendable, CaseIterable {
        case bound
        /// It has just appeared; for a moment faderd only listens to it.
        case appearing
        case absent
        /// It is there, but the last attempt to set or read it failed.
        case failing
    }

    /// The parameter's id.
    public var parameter: String
    /// The kind of target, as in the config; see `TargetKinds`.
    public var kind: String
    /// The name of the target, for example `pulse app *mpv*`.
    public var target: String
    /// Whether it is there.
    public var state: State
    /// The connection that it shares with others, as `PeerReport.name` has it; nil if it shares none.
    public var peer: String?
    /// The members of the target now, for example each stream of a program.
    public var matched: [String]
    /// Whether the members show different values, or the target is not the leading one and shows another value than the parameter.
    public var differs: Bool
    /// True if it is a fact of another program, such as that it records; else nil.
    public var fact: Bool?
    /// True if it is reached over the network; else nil.
    public var network: Bool?
    /// Why it is not there, or what is unusual, for people.
    public var note: String?
    /// The last value written, as the parameter's text form; nil if none was.
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

    /// A target that nothing has been written to or read from yet.
    public init(parameter: String, kind: String, target: String, state: State, matched: [String], differs: Bool) {
        self.parameter = parameter
        self.kind = kind
        self.target = target
        self.state = state
        self.matched = matched
        self.differs = differs
    }
}

/// Something a parameter could be bound to.
public struct TargetCandidate: Codable, Sendable, Equatable {
    /// `sink`, `source`, `app` (a stream that plays), `capture` (one that records), `player`, `obs` (a connection to OBS), `input`, `filter` or `item` (of
    /// OBS), `client` or `group` (of Snapcast), or the class of a light, `backlight` or `leds`.
    public var kind: String
    /// The kind of target that it would be.
    public var target: String
    /// The name for people.
    public var name: String
    /// The words that it can be matched by, for example `application.name: Firefox`, the strongest first.
    public var words: [String]
    /// The parameter it is bound to; nil if none.
    public var parameter: String?
    /// The parameters that it could be bound to; nil if `words` say it all.
    public var offers: [TargetOffer]?

    /// A candidate from its parts.
    public init(
        kind: String, of target: String, name: String, words: [String], parameter: String? = nil, offers: [TargetOffer]? = nil
    ) {
        self.kind = kind
        self.target = target
        self.name = name
        self.words = words
        self.parameter = parameter
        self.offers = offers
    }

    /// The most that one connection lists of each kind.
    public static let most = 128
}
