public import FaderValues

/// A snapshot with all its values, each beside the present value of its parameter.
public struct SnapshotContents: WireObject, Equatable {
    /// One value of a snapshot.
    public struct Entry: Codable, Sendable, Equatable {
        public var id: String
        /// The value in the snapshot.
        public var value: Value
        /// That value as a person reads it; nil if the parameter is no longer configured.
        public var text: String?
        /// The present value, as a person reads it; nil if the parameter is no longer configured.
        public var now: String?
        /// Whether both are the same.
        public var isSame: Bool
        /// Why a recall leaves it out, as a sentence: the parameter has another unit or kind now. Nil if it does not.
        public var misfit: String?
        /// True if the parameter is `recall-safe`, so that a recall leaves it out unless its id is named; else nil.
        public var recallSafe: Bool?
        /// Of a part: the id of the range or color that it belongs to; else nil.
        public var partOf: String?

        package init(
            id: String, value: Value, text: String?, now: String?, isSame: Bool, misfit: String? = nil, recallSafe: Bool? = nil,
            partOf: String? = nil
        ) {
            (self.recallSafe, self.partOf) = (recallSafe, partOf)
            self.id = id
            self.value = value
            self.text = text
            self.now = now
            self.isSame = isSame
            self.misfit = misfit
        }
    }

    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    /// How many seconds a recall takes to fade to it, unless the request says otherwise; nil: its values are set at once.
    public var over: Double?
    /// Its values, sorted by id.
    public var entries: [Entry]

    package init(name: String, saved: String, over: Double? = nil, entries: [Entry]) {
        self.name = name
        self.saved = saved
        self.over = over
        self.entries = entries
    }
}

/// The body of `POST /v1/snapshots/{name}/fade`.
public struct FadeRequest: WireRequest, Equatable {
    /// How many seconds a recall takes to fade to it; 0: its values are set at once.
    public var over: Double

    package init(over: Double) { self.over = over }
}

/// The body of `POST /v1/recall-next`.
public struct RecallNextRequest: WireRequest, Equatable {
    /// How far to go: 1 is the snapshot after the one that is current, -1 the one before it; nil: 1.
    public var by: Int?
    /// How long the glide takes, in seconds; 0: the values are set at once; nil: as the snapshot says.
    public var over: Double?

    package init(by: Int? = nil, over: Double? = nil) { (self.by, self.over) = (by, over) }

    /// Both keys may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        by = try container.decodeIfPresent(Int.self, forKey: .by)
        over = try container.decodeIfPresent(Double.self, forKey: .over)
        if let by, ![1, -1].contains(by) { throw DecodingError.refusal("\"by\" must be 1 or -1") }
    }
}

/// Where `recall-next` is in the order of the snapshots.
public struct SnapshotPlaceResource: WireObject, Equatable {
    /// The snapshot from which it goes on: the one that was recalled last, or whose values are all in force; nil: none is.
    public var current: String?
    /// The snapshot that `by: -1` recalls; nil: there is none.
    public var previous: String?
    /// The snapshot that `by: 1` recalls; nil: there is none.
    public var next: String?

    package init(current: String?, previous: String?, next: String?) {
        (self.current, self.previous, self.next) = (current, previous, next)
    }
}

/// The body of `POST /v1/snapshots/{name}/rename`.
public struct RenameRequest: WireRequest, Equatable {
    public var to: String

    package init(to: String) { self.to = to }
}

/// The body of `POST /v1/snapshots/{name}/move`.
public struct MoveRequest: WireRequest, Equatable {
    /// The snapshot that it is moved in front of; nil: it becomes the last one.
    public var before: String?

    package init(before: String? = nil) { self.before = before }
}
