public import FaderConsole
public import FaderValues

/// The actions of a trigger, done in order when it is pressed, until one fails.
public struct TriggerSpec: Sendable, Equatable {
    public var id: String
    public var actions: [TriggerAction]

    public init(id: String, actions: [TriggerAction]) {
        self.id = id
        self.actions = actions
    }
}

public enum TriggerAction: Sendable, Equatable {
    /// Recalls a snapshot over this many seconds, or as it was saved.
    case recall(String, over: Double?)
    /// Recalls the snapshot that is this many places after the one that was recalled last.
    case recallNext(by: Int)
    case save(String)
    /// Undoes this many entries of the history.
    case undo(Int)
    /// Undoes the last recall, except what was changed since.
    case undoRecall
    case redo(Int)
    /// Sets parameters from texts, as one act; at once, or as a glide over this many seconds.
    case set([Assignment], over: Double? = nil)
    case wait(Duration)
    case target(TargetSpec)
    /// Sends messages, and others when the button comes up.
    case midi(press: Dispatch, release: Dispatch?)

    var target: TargetSpec? { if case .target(let target) = self { target } else { nil } }

    var releases: Bool { if case .midi(_, .some) = self { true } else { false } }

    public struct Assignment: Sendable, Equatable {
        /// The parameter's id, or a pattern for the ids that exist when the trigger is pressed.
        public var id: String
        /// The text, as somebody would type it.
        public var text: String

        public init(id: String, text: String) {
            self.id = id
            self.text = text
        }
    }
}
