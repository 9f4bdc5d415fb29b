public import FaderValues

/// A snapshot without its values, as a list shows it.
public struct SnapshotResource: WireObject, Equatable {
    public var name: String
    /// When it was saved, in RFC 3339 format.
    public var saved: String
    public var count: Int
    /// How many seconds a recall takes to fade to it, unless the request says otherwise; nil: its values are set at once.
    public var over: Double?
    /// In the answer to `save`: how many parameters it left out because their values are not known; nil if none.
    public var notHeard: Int?

    package init(name: String, saved: String, count: Int, over: Double? = nil, notHeard: Int? = nil) {
        self.notHeard = notHeard
        self.name = name
        self.saved = saved
        self.count = count
        self.over = over
    }
}

/// The body of `PUT /v1/snapshots/{name}`.
public struct SnapshotRequest: WireRequest, Equatable {
    /// How many seconds a recall will take to fade to it; 0: its values are set at once; nil: as with the snapshot that it replaces.
    public var over: Double?
    public var only: IDPatterns?
    public var except: IDPatterns?

    package init(over: Double? = nil, only: IDPatterns? = nil, except: IDPatterns? = nil) {
        self.over = over
        self.only = only
        self.except = except
    }
}

/// The body of `POST /v1/snapshots/{name}/recall`.
public struct RecallRequest: WireRequest, Equatable {
    /// How long the glide takes, in seconds; 0: the values are set at once; nil: as the snapshot says.
    public var over: Double?
    /// Only these parameters; nil: all that are not `recall-safe`. One that is must be named by its whole id, or by that of its compound.
    public var only: IDPatterns?
    public var except: IDPatterns?

    package init(over: Double? = nil, only: IDPatterns? = nil, except: IDPatterns? = nil) {
        self.over = over
        self.only = only
        self.except = except
    }
}
