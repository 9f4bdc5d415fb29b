/// A parameter can have several targets.
public struct TargetReport: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable, CaseIterable {
        case bound
        /// It has just appeared; for a moment faderd only listens to it.
        case appearing
        case absent
        /// It is there, but the last attempt to set or read it failed.
        case failing
    }

    public var parameter: String
    /// The kind of target, as in the config; see `TargetKinds`.
    public var kind: String
    /// The name of the target, for example `pulse app *mpv*`.
    public var target: String
    public var state: State
    /// The connection that it shares with others, as `PeerReport.name` has it; nil if it shares none.
    public var peer: String?
    /// The members of the target now, for example each stream of a program.
    public var matched: [String]
    /// Its members show different values, or it does not lead and shows another value than the parameter.
    public var differs: Bool
    /// True or nil: it is a fact of another program, such as that it records.
    public var fact: Bool?
    /// True if it is reached over the network; else nil.
    public var network: Bool?
    /// Why it is not there, or what is unusual, for people.
    public var note: String?
    /// As the parameter's text form.
    public var written: String?
    /// In seconds.
    public var writtenAgo: Double?
    /// As the parameter's text form.
    public var read: String?
    /// In seconds.
    public var readAgo: Double?
    /// In seconds.
    public var acknowledgedAgo: Double?
    /// The last error; nil if the last attempt succeeded.
    public var lastError: String?

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
    public var target: String
    /// For people.
    public var name: String
    /// It can be matched by these, for example `application.name: Firefox`, the strongest first.
    public var words: [String]
    /// The parameter it is bound to; nil if none.
    public var parameter: String?
    /// The parameters that it could be bound to; nil if `words` say it all.
    public var offers: [TargetOffer]?

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
