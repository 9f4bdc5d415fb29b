/// One entry of the history: a change of one parameter or several, or a whole gesture.
public struct HistoryEntryResource: WireObject, Equatable {
    public struct Change: Codable, Sendable, Equatable {
        public var id: String
        public var before: String
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
    /// The name that the writer gave itself in `Fader-By`; nil if it gave none.
    public var by: String?
    /// True if the writer had the key of a page: undo of the last changes passes over it; nil if not.
    public var key: Bool?
    public var changes: [Change]
    /// When it was undone, as a number that only grows: `redo` begins with the highest. Nil if none of its changes is undone.
    public var undo: UInt64?

    package init(
        number: UInt64, time: String, origin: String, by: String? = nil, isOfKey: Bool = false, changes: [Change], undo: UInt64? = nil
    ) {
        self.number = number
        self.undo = undo
        self.time = time
        self.origin = origin
        self.by = by
        key = isOfKey ? true : nil
        self.changes = changes
    }
}
