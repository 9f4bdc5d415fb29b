/// The body of `POST /v1/undo` and `/v1/redo`: which parameter, and how far. An empty object means the last change of any parameter.
public struct UndoRequest: WireRequest, Equatable {
    /// Only changes of this parameter; nil: of all parameters.
    public var id: String?
    /// How many entries of the history, or all if there are fewer; nil: one.
    public var count: Int?
    /// Undo: back to this entry, which stays. Redo: up to and including this entry. Not together with `count`.
    public var to: UInt64?
    /// Undo to before this entry, except what was changed since; redo up to it. Not together with the others.
    public var entry: UInt64?
    /// Undo: the last recall that is not undone, except what was changed since. Not together with the others.
    public var recall: Bool?

    package init(id: String? = nil, count: Int? = nil, to: UInt64? = nil, entry: UInt64? = nil, recall: Bool? = nil) {
        self.id = id
        self.count = count
        self.to = to
        self.entry = entry
        self.recall = recall
    }

    /// All keys may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        to = try container.decodeIfPresent(UInt64.self, forKey: .to)
        entry = try container.decodeIfPresent(UInt64.self, forKey: .entry)
        recall = try container.decodeIfPresent(Bool.self, forKey: .recall)
        if let count, count < 1 { throw DecodingError.refusal("\"count\" must be at least 1") }
        if count != nil, to != nil { throw DecodingError.refusal("the body must hold only one of \"count\" and \"to\"") }
        if entry != nil, id != nil || count != nil || to != nil {
            throw DecodingError.refusal("\"entry\" cannot be combined with \"id\", \"count\" or \"to\"")
        }
        if recall != nil, id != nil || count != nil || to != nil || entry != nil {
            throw DecodingError.refusal("\"recall\" cannot be combined with \"id\", \"count\", \"to\" or \"entry\"")
        }
    }
}

/// The result of an undo, a redo or a recall.
public struct RestoredResource: WireObject, Equatable {
    /// The parameters as they are now. If they glide, these are the values at the beginning of the glide.
    public var parameters: [ParameterResource]
    /// One sentence for each value that could not be set.
    public var skipped: [String]
    /// Of a recall that glides: how many seconds that takes; else nil.
    public var over: Double?
    /// The snapshot, if this was a recall; else nil.
    public var snapshot: String?

    package init(parameters: [ParameterResource], skipped: [String] = [], over: Double? = nil, snapshot: String? = nil) {
        self.parameters = parameters
        self.skipped = skipped
        self.over = over
        self.snapshot = snapshot
    }
}
