/// Who asked for a change.
public enum Origin: String, Sendable, CaseIterable {
    /// A finger felt by a fader's touch sensor.
    case touch
    /// A control that was moved.
    case hand
    /// Typed text.
    case text
    /// A program, which may be this one.
    case api
    /// A snapshot that was recalled.
    case recall
    /// Undo and redo.
    case undo
    /// What the parameter is bound to, such as a volume.
    case target
    /// The state file, or the default.
    case restore
}
