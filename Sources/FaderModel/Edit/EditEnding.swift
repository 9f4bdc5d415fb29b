/// How whoever types wants an edit to end.
public enum EditEnding: String, Sendable, CaseIterable {
    /// Return was pressed.
    case submit
    /// The field was left.
    case blur
    /// The draft was given up.
    case cancel
}

extension EditSession {
    /// Ends it that way, where it can.
    public mutating func end(by ending: EditEnding, judge: (String) -> DraftJudgement) -> EditOutcome {
        switch ending {
        case .submit: submit(judge: judge)
        case .blur: blur(judge: judge)
        case .cancel: cancel()
        }
    }
}
