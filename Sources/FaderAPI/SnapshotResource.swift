public import FaderModel

/// A snapshot without its values, as a list shows it.
public struct SnapshotResource: WireType, Equatable {
    /// Its name.
    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    /// How many values it holds.
    public var count: Int

    package init(name: String, saved: String, count: Int) {
        self.name = name
        self.saved = saved
        self.count = count
    }

    package static let notes: KeyNotes = ["saved": .time, "count": "how many values it holds"]
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
        /// Why a recall leaves it out, as a sentence: the parameter has another unit or kind now. Nil if it does not.
        public var misfit: String?

        package init(id: String, value: Value, text: String?, now: String?, isSame: Bool, misfit: String? = nil) {
            self.id = id
            self.value = value
            self.text = text
            self.now = now
            self.isSame = isSame
            self.misfit = misfit
        }
    }

    /// Its name.
    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    /// Its values, sorted by id.
    public var entries: [Entry]

    package init(name: String, saved: String, entries: [Entry]) {
        self.name = name
        self.saved = saved
        self.entries = entries
    }

    package static let notes: KeyNotes = [
        "saved": .time, "entries.id": .id, "entries.now": "what the parameter is now",
        "entries.misfit": "why a recall leaves it out: the parameter has another unit or kind now",
    ]
}

/// The body of `PUT /v1/snapshots/{name}`.
public struct SnapshotRequest: WireRequest, Equatable {
    /// Only parameters whose ids begin with this prefix; nil: all.
    public var only: String?

    package init(only: String? = nil) { self.only = only }

    package static let notes: KeyNotes = ["only": .named(PrefixSchema.self)]
}

/// The body of `POST /v1/snapshots/{name}/recall`.
public struct RecallRequest: WireRequest, Equatable {
    /// How long the glide takes, in seconds; nil or 0: the values are set at once.
    public var over: Double?
    /// Only parameters whose ids begin with this prefix; nil: all.
    public var only: String?

    /// The longest glide, in seconds.
    public static let longest = 600.0

    package init(over: Double? = nil, only: String? = nil) {
        self.over = over
        self.only = only
    }

    package static let notes: KeyNotes = ["over": .from(0, to: 600, "duration of the glide in seconds"), "only": .named(PrefixSchema.self)]
}

/// The body of `POST /v1/snapshots/{name}/rename`.
public struct RenameRequest: WireRequest, Equatable {
    /// The new name.
    public var to: String

    package init(to: String) { self.to = to }

    package static let notes: KeyNotes = ["to": .named(SnapshotNameSchema.self)]
}
