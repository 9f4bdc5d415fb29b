public import FaderModel

/// A snapshot without its values, as a list shows it.
public struct SnapshotResource: WireType, Equatable {
    /// Its name.
    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    /// How many values it holds.
    public var count: Int

    /// A snapshot from its parts.
    public init(name: String, saved: String, count: Int) {
        self.name = name
        self.saved = saved
        self.count = count
    }

    package static let schema = """
        "Snapshot": {"type": "object", "additionalProperties": false, "required": ["name", "saved", "count"], "properties": {
            "name": {"type": "string"},
            "saved": {"type": "string", "format": "date-time"},
            "count": {"type": "integer", "description": "how many values it holds"}}}
        """
}

/// A snapshot with all its values, each beside the present value of its parameter.
public struct SnapshotContents: WireType, Equatable {
    /// One value of a snapshot.
    public struct Entry: Codable, Sendable, Equatable {
        /// The parameter.
        public var id: String
        /// The value in the snapshot.
        public var value: Value
        /// That value as a person reads it; nil if the parameter is no longer configured.
        public var text: String?
        /// The present value, as a person reads it; nil if the parameter is no longer configured.
        public var now: String?
        /// Whether both are the same.
        public var isSame: Bool

        /// An entry from its parts.
        public init(id: String, value: Value, text: String?, now: String?, isSame: Bool) {
            self.id = id
            self.value = value
            self.text = text
            self.now = now
            self.isSame = isSame
        }
    }

    /// Its name.
    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    /// Its values, sorted by id.
    public var entries: [Entry]

    /// A snapshot from its parts.
    public init(name: String, saved: String, entries: [Entry]) {
        self.name = name
        self.saved = saved
        self.entries = entries
    }

    package static let schema = """
        "SnapshotContents": {"type": "object", "additionalProperties": false, "required": ["name", "saved", "entries"], "properties": {
            "name": {"type": "string"},
            "saved": {"type": "string", "format": "date-time"},
            "entries": {"type": "array", "items": {"type": "object", "additionalProperties": false,
              "required": ["id", "value", "isSame"], "properties": {
                "id": {"$ref": "#/components/schemas/ID"},
                "value": {"$ref": "#/components/schemas/Value"},
                "text": {"type": "string"},
                "now": {"type": "string", "description": "what the parameter is now"},
                "isSame": {"type": "boolean"}}}}}}
        """
}

/// The body of `PUT /v1/snapshots/{name}`.
public struct SnapshotRequest: WireType, Equatable {
    /// Only parameters whose ids begin with this prefix; nil: all.
    public var only: String?

    /// A request from its parts.
    public init(only: String? = nil) { self.only = only }

    /// Reads an object with that key, or none.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["only"])
        only = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .only)
    }

    package static let schema = """
        "SnapshotRequest": {"type": "object", "additionalProperties": false, "properties": {
            "only": {"$ref": "#/components/schemas/Prefix"}}}
        """
}

/// The body of `POST /v1/snapshots/{name}/recall`.
public struct RecallRequest: WireType, Equatable {
    /// How long the glide takes, in seconds; nil or 0: the values are set at once.
    public var over: Double?
    /// Only parameters whose ids begin with this prefix; nil: all.
    public var only: String?

    /// The longest glide, in seconds.
    public static let longest = 600.0

    /// A request from its parts.
    public init(over: Double? = nil, only: String? = nil) {
        self.over = over
        self.only = only
    }

    /// Reads an object with these keys, or none.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["over", "only"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        over = try container.decodeIfPresent(Double.self, forKey: .over)
        only = try container.decodeIfPresent(String.self, forKey: .only)
    }

    package static let schema = """
        "RecallRequest": {"type": "object", "additionalProperties": false, "properties": {
            "over": {"type": "number", "minimum": 0, "maximum": 600, "description": "duration of the glide in seconds"},
            "only": {"$ref": "#/components/schemas/Prefix"}}}
        """
}

/// The body of `POST /v1/snapshots/{name}/rename`.
public struct RenameRequest: WireType, Equatable {
    /// The new name.
    public var to: String

    /// A request from its parts.
    public init(to: String) { self.to = to }

    /// Reads an object with only that key.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: ["to"])
        to = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .to)
    }

    package static let schema = """
        "RenameRequest": {"type": "object", "additionalProperties": false, "required": ["to"], "properties": {
            "to": {"$ref": "#/components/schemas/SnapshotName"}}}
        """
}
