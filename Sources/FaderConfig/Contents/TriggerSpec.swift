public import FaderConsole
public import FaderValues

/// The actions of a trigger, done in order when it is pressed, until one fails.
public struct TriggerSpec: Sendable, Equatable {
    /// The id of the parameter.
    public var id: String
    /// In the order of the config.
    public var actions: [TriggerAction]

    /// A trigger from its parts.
    public init(id: String, actions: [TriggerAction]) {
        self.id = id
        self.actions = actions
    }
}

/// One thing that a trigger does.
public enum TriggerAction: Sendable, Equatable {
    /// Recalls a snapshot, over this many seconds, or as it was saved.
    case recall(String, over: Double?)
    /// Recalls the snapshot that is this many places after the one that was recalled last.
    case recallNext(by: Int)
    /// Saves the values as a snapshot.
    case save(String)
    /// Undoes this many entries of the history.
    case undo(Int)
    /// Undoes the last recall, except what was changed since.
    case undoRecall
    /// Redoes this many.
    case redo(Int)
    /// Sets parameters from texts, as one act; at once, or as a glide over this many seconds.
    case set([Assignment], over: Double? = nil)
    /// Waits for this long before the next thing is done.
    case wait(Duration)
    /// Has a target do something.
    case target(TargetSpec)
    /// Sends messages, and others when the button comes up.
    case midi(press: Dispatch, release: Dispatch?)

    /// The target that does something; nil of another action.
    var target: TargetSpec? { if case .target(let target) = self { target } else { nil } }

    /// Whether there is something to do when the button comes up.
    var releases: Bool { if case .midi(_, .some) = self { true } else { false } }

    /// A parameter and the text that sets it.
    public struct Assignment: Sendable, Equatable {
        /// The parameter's id, or a pattern for the ids that exist when the trigger is pressed.
        public var id: String
        /// The text, as somebody would type it.
        public var text: String

        /// An assignment from its parts.
        public init(id: String, text: String) {
            self.id = id
            self.text = text
        }
    }
}
