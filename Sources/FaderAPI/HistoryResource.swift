/// One entry of the history: a change of one parameter or several, or a whole gesture.
public struct HistoryEntryResource: WireType, Equatable {
    /// What happened to one parameter.
    public struct Change: Codable, Sendable, Equatable {
        /// The parameter.
        public var id: String
        /// Its text before.
        public var before: String
        /// Its text after.
        public var after: String
        /// Whether it is undone, so that `redo` can bring it back.
        public var undone: Bool

        package init(id: String, before: String, after: String, undone: Bool) {
            self.id = id
            self.before = before
            self.after = after
            self.undone = undone
        }
    }

    /// The number of the entry. Later entries have higher numbers.
    public var number: UInt64
    /// When it began, in RFC 3339 format.
    public var time: String
    /// Who asked: `touch`, `hand`, `text`, `api` or `recall`; `undo` if these are other values that an undo or redo changed too.
    public var origin: String
    /// The name that whoever asked gave itself in `Fader-By`; nil if it gave none.
    public var by: String?
    /// Its changes, sorted by id.
    public var changes: [Change]
    /// When it was undone, as a number that only grows: `redo` begins with the highest. Nil if none of its changes is undone.
    public var undo: UInt64?

    package init(number: UInt64, time: String, origin: String, by: String? = nil, changes: [Change], undo: UInt64? = nil) {
        self.number = number
        self.undo = undo
        self.time = time
        self.origin = origin
        self.by = by
        self.changes = changes
    }

    package static let notes: KeyNotes = [
        "number": .from(1), "time": .time,
        "origin": .words(["touch", "hand", "text", "api", "recall", "undo"]),
        "by": "the name that whoever asked gave itself in Fader-By; absent if it gave none",
        "undo": .from(1, "when it was undone; redo begins with the entry that has the highest"),
        "changes.id": .id,
    ]
}

/// The body of `POST /v1/undo` and `/v1/redo`: which parameter, and how far. An empty object means the last change of any parameter.
public struct UndoRequest: WireRequest, Equatable {
    /// Only changes of this parameter; nil: of all parameters.
    public var id: String?
    /// How many entries of the history, or all if there are fewer; nil: one.
    public var count: Int?
    /// Undo: back to this entry, which stays. Redo: up to and including this entry. Not together with `count`.
    public var to: UInt64?
    /// Only the parameters of this entry. Undo: back to before it. Redo: up to and including it. Not together with the others.
    public var entry: UInt64?

    package init(id: String? = nil, count: Int? = nil, to: UInt64? = nil, entry: UInt64? = nil) {
        self.id = id
        self.count = count
        self.to = to
        self.entry = entry
    }

    /// All keys may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        to = try container.decodeIfPresent(UInt64.self, forKey: .to)
        entry = try container.decodeIfPresent(UInt64.self, forKey: .entry)
        if let count, count < 1 { throw DecodingError.refusal("\"count\" must be at least 1") }
        if count != nil, to != nil { throw DecodingError.refusal("the body must hold only one of \"count\" and \"to\"") }
        if entry != nil, id != nil || count != nil || to != nil {
            throw DecodingError.refusal("\"entry\" cannot be combined with \"id\", \"count\" or \"to\"")
        }
    }

    package static let notes: KeyNotes = [
        "": .with(
            #"""
            "not": {"anyOf": [{"required": ["count", "to"]}, {"required": ["entry", "id"]}, {"required": ["entry", "count"]},
              {"required": ["entry", "to"]}]}
            """#),
        "id": .id("changes of this parameter alone"),
        "count": .with(#""format": "int64", "minimum": 1, "maximum": 9223372036854775807"#, "how many entries; default: one"),
        "to": .from(0, to: 18446744073709551615, "undo: back to this entry, which stays; redo: up to this entry. Not together with count"),
        "entry": .from(
            1, to: 18446744073709551615,
            "only the parameters of this entry. undo: back to before it; redo: up to this entry. Not together with the others"),
    ]
}

/// What an undo, a redo or a recall set.
public struct RestoredResource: WireType, Equatable {
    /// The parameters as they are now. If they glide, these are the values at the beginning of the glide.
    public var parameters: [ParameterResource]
    /// One sentence for each value that could not be set.
    public var skipped: [String]
    /// Of a recall that glides: how many seconds that takes; else nil.
    public var over: Double?
    /// Of a recall: the snapshot; else nil.
    public var snapshot: String?

    package init(parameters: [ParameterResource], skipped: [String] = [], over: Double? = nil, snapshot: String? = nil) {
        self.parameters = parameters
        self.skipped = skipped
        self.over = over
        self.snapshot = snapshot
    }

    package static let notes: KeyNotes = [
        "skipped": "one sentence for each value that could not be set", "over": "of a recall that glides: the seconds that it takes",
        "snapshot": "of a recall: the name of the snapshot",
    ]
}
