/// The names of the events that the streams send.
public enum EventName {
    /// `SessionEvent`: the name of the session.
    public static let session = "session"
    /// `StateEvent`: the whole state.
    public static let state = "state"
    /// `ParameterResource`: a parameter changed.
    public static let parameter = "parameter"
    /// A list of `[id, revision, position, text, touched]`, or of these with `value` and `origin`: the parameters that changed.
    public static let batch = "batch"
    /// A list of `[id, decibels]`: how loud it is at the targets of these parameters.
    public static let levels = "levels"
    /// `TouchEvent`: a hand came to a control or left it, or a gesture took hold of a parameter or let it go.
    public static let touch = "touch"
    /// A list of `SurfaceResource`: a surface was connected or disconnected, or its device began or stopped answering.
    public static let surfaces = "surfaces"
    /// `ViewResource`: a surface shows another page, or a modifier was switched on or off.
    public static let page = "page"
    /// `ViewResource`: a surface shows other strips.
    public static let bank = "bank"
    /// `ViewResource`: another strip of a surface is selected, or none.
    public static let selected = "selected"
    /// `TakeoverEvent`: a control began to wait for its parameter, moved while it waits, or has taken hold.
    public static let takeover = "takeover"
    /// `TargetReport`s without what was written and read: one came, went, began or stopped failing, or its members differ or agree.
    public static let targets = "targets"
    /// A list of `SilentPeer`: the consoles, programs, brokers and servers that targets share and that are not there.
    public static let peers = "peers"
    /// A list of `SnapshotResource`: a snapshot was saved, deleted, renamed, moved or imported.
    public static let snapshots = "snapshots"
    /// `RecalledEvent`: a snapshot was recalled.
    public static let recalled = "recalled"
    /// `PressEvent`: a trigger was pressed.
    public static let press = "press"
    /// `EndedEvent`: a trigger has done what it was pressed for, or has failed.
    public static let ended = "ended"
    /// `HistoryEvent`: an entry was added, undone or redone.
    public static let history = "history"
    /// `MonitorResource`: a MIDI message was received or sent.
    public static let message = "message"
}
