/// One entry of the history: a change of any origin, or a whole gesture.
public struct HistoryEntryResource: Codable, Sendable, Equatable {
    /// What one parameter went through.
    public struct Change: Codable, Sendable, Equatable {
        /// The parameter.
        public var id: String
        /// Its text before.
        public var before: String
        /// Its text after.
        public var after: String
        /// Whether it has been undone: then `redo` can bring it back.
        public var undone: Bool

        /// A change.
        public init(id: String, before: String, after: String, undone: Bool) {
            self.id = id
            self.before = before
            self.after = after
            self.undone = undone
        }
    }

    /// Goes up with every entry.
    public var number: UInt64
    /// When it was changed last: RFC 3339.
    public var time: String
    /// Who asked: `touch`, `hand`, `text`, `api`, `recall`, `target`.
    public var origin: String
    /// What it changed, by id.
    public var changes: [Change]

    /// An entry.
    public init(number: UInt64, time: String, origin: String, changes: [Change]) {
        self.number = number
        self.time = time
        self.origin = origin
        self.changes = changes
    }
}

/// The body of `POST /v1/undo` and `/v1/redo`: which parameter, or nothing for the last change of all.
public struct UndoRequest: Codable, Sendable, Equatable {
    /// The last change of this parameter alone; nil: the last of all.
    public var id: String?

    /// A wish.
    public init(id: String? = nil) { self.id = id }

    /// Reads an object with that key, or none.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["id"])
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .id)
    }
}

/// What `undo`, `redo`, a recall or an import set.
public struct RestoredResource: Codable, Sendable, Equatable {
    /// The parameters as they are now, or as they will be at the end of a recall that takes its time.
    public var parameters: [ParameterResource]
    /// What could not be set, a sentence each.
    public var skipped: [String]

    /// An answer.
    public init(parameters: [ParameterResource], skipped: [String] = []) {
        self.parameters = parameters
        self.skipped = skipped
    }
}
