/// The data of a `press` event: a trigger was pressed.
public struct PressEvent: WireObject, Equatable {
    /// The id of the trigger.
    public var id: String
    /// The control that pressed it, for example `desk play`, or the name that a writer gave itself; nil: neither is known.
    public var by: String?
    /// The number of the press, which the event `ended` has, too.
    public var run: UInt64

    package init(id: String, by: String?, run: UInt64) {
        (self.id, self.by, self.run) = (id, by, run)
    }
}
