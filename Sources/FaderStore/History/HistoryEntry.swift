public import FaderValues

/// The changes of one act: a gesture, a command or a recall.
public struct HistoryEntry: Sendable, Equatable {
    /// 1, 2, 3 … in the order of the changes; an entry keeps its number.
    public var number: UInt64
    /// When it began; seconds since 1970.
    public var time: Double
    /// Who asked for its first change.
    public var origin: ChangeOrigin
    /// The name that the writer of the first change gave itself; nil if it gave none.
    public var by: String?
    /// Whether the writer had the key of a page; an undo of the last entries passes over it then.
    public var isOfKey = false
    /// The changes, one for each parameter, sorted by id; never empty.
    public var changes: [HistoryChange]

    /// Whether all of it has been undone. After `undo ID` some changes of an entry may be undone and others not.
    public var isUndone: Bool { changes.allSatisfy(\.isUndone) }
}

/// How one parameter was changed by an entry.
public struct HistoryChange: Sendable, Equatable {
    /// The parameter.
    public var id: String
    /// Its value before the first change of the entry.
    public var before: Value
    /// Its value after the last one.
    public var after: Value
    /// The unit of both; see `KeptValue`.
    public var unit = ""
    /// Whether the value before was known; else undo leaves the change as it is.
    public var wasKnown = true
    /// The number of the undo that undid it, counted from 1; redo takes the highest first. nil if the change is not undone.
    public var undone: UInt64?

    /// The value before, as the state keeps it.
    public var keptBefore: KeptValue { KeptValue(before, unit: unit) }
    /// The value after, as the state keeps it.
    public var keptAfter: KeptValue { KeptValue(after, unit: unit) }

    /// Whether it has been undone and can be redone.
    public var isUndone: Bool { undone != nil }
}
