public import FaderValues

/// The changes of one act: a gesture, a command or a recall.
public struct HistoryEntry: Sendable, Equatable {
    /// 1, 2, 3 … in the order of the changes; an entry keeps its number.
    public var number: UInt64
    /// When it began; seconds since 1970.
    public var time: Double
    /// Who asked for its first change.
    public var origin: ChangeOrigin
    /// What the writer of the first change calls itself.
    public var by: String?
    /// The writer had the key of a page: an undo of the last entries passes over it.
    public var isOfKey = false
    /// One for each parameter, sorted by id; never empty.
    public var changes: [HistoryChange]

    /// Whether all of it has been undone. After `undo ID` some changes of an entry may be undone and others not.
    public var isUndone: Bool { changes.allSatisfy(\.isUndone) }
}

/// How one parameter was changed by an entry.
public struct HistoryChange: Sendable, Equatable {
    public var id: String
    /// Its value before the first change of the entry.
    public var before: Value
    /// Its value after the last one.
    public var after: Value
    /// The unit of both; see `KeptValue`.
    public var unit = ""
    /// Whether the value before was known; if not, undo leaves the change as it is.
    public var wasKnown = true
    /// Which undo undid it, from 1; redo takes the highest first. Nil if it is not undone.
    public var undone: UInt64?

    public var keptBefore: KeptValue { KeptValue(before, unit: unit) }
    public var keptAfter: KeptValue { KeptValue(after, unit: unit) }

    public var isUndone: Bool { undone != nil }
}
