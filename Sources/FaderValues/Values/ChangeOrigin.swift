/// Who asked for a change.
public enum ChangeOrigin: String, Sendable, BitwiseCopyable, CaseIterable {
    /// A finger felt by a fader's touch sensor.
    case touch
    /// A moved control whose touch sensor reports no touch, or that has none.
    case hand
    case text
    /// A program, through the API.
    case api
    case recall
    /// Undo and redo.
    case undo
    /// A target that reported its value.
    case target
    /// The state file, or the default on a fresh start.
    case restore
}
