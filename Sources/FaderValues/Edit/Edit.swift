/// One text field that edits one value, until the edit is over.
///
/// Nobody else sees a draft. Only `submit` and `blur` write it. If the value changes elsewhere, the field shows the new value and the draft
/// is lost. The caller passes a judge that decides whether a text is a value.
///
/// - A field without typed text writes nothing, however it ends: a text rounded for display must not change the value.
/// - A submitted draft is written even if it equals the offered text: Return is an explicit request, and every motor shows the value again.
///   Leaving the field is not a request: it only writes a text that differs.
/// - Once an edit is over, it stays over. The next key begins a new edit.
public struct Edit: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
        /// Nothing typed yet; the field follows the value.
        case untouched
        case drafting(Draft)
        /// The value changed elsewhere while there was a draft. The field follows the value again and accepts no further draft.
        case dropped
        /// Written, restored or dropped, and the caller knows the outcome.
        case over
    }

    public struct Draft: Sendable, Equatable {
        /// As typed.
        public var text: String
        public var judgement: DraftJudgement
    }

    public private(set) var phase = Phase.untouched
    /// The text that the field offers for the value as everybody else sees it.
    public private(set) var offered: String
    /// The revision of the value that `offered` shows.
    public private(set) var revision: Revision

    public init(offered: String, revision: Revision) {
        self.offered = offered
        self.revision = revision
    }

    /// The text in the field.
    public var text: String { draft?.text ?? offered }
    public var draft: Draft? { if case .drafting(let draft) = phase { draft } else { nil } }
    /// Why the draft is not a value yet; nil if it is one or if there is no draft.
    public var message: String? { if case .invalid(let message) = draft?.judgement { message } else { nil } }

    // MARK: Acts

    /// The whole text of the field. Has no effect once the edit was dropped or is over.
    public mutating func draft(_ text: String, judge: (String) -> DraftJudgement) {
        switch phase {
        case .untouched, .drafting: phase = .drafting(Draft(text: text, judgement: judge(text)))
        case .dropped, .over: break
        }
    }

    /// Return was pressed. A draft that is not a value is refused, and the edit continues.
    public mutating func submit(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft else { return leave() }
        // Judged again: the rules may have changed since the draft was typed.
        self.draft(draft.text, judge: judge)
        if let message { return .refused(message: message) }
        phase = .over
        return .commit(draft.text)
    }

    /// The field was left. A draft that is not a value, or equals the offered text, is discarded.
    public mutating func blur(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft, ExactText(draft.text) != ExactText(offered), case .valid = judge(draft.text) else { return leave() }
        phase = .over
        return .commit(draft.text)
    }

    public mutating func cancel() -> EditOutcome { leave() }

    private mutating func leave() -> EditOutcome {
        defer { phase = .over }
        return phase == .dropped ? .dropped : .restored
    }

    /// The value changed elsewhere: a fader moved, or another client set it. A revision that is not newer is ignored.
    public mutating func moved(to offered: String, revision: Revision) {
        guard revision > self.revision else { return }
        self.offered = offered
        self.revision = revision
        if draft != nil { phase = .dropped }
    }
}

public enum DraftJudgement: Sendable, Equatable {
    /// It is a value: its text as everybody would see it.
    case valid(text: String)
    /// It is not a value yet: a sentence that says what is expected.
    case invalid(message: String)
}

/// After all but `refused`, the edit is over.
public enum EditOutcome: Sendable, Equatable {
    /// The caller must write this text, as typed. The edit is over.
    case commit(String)
    /// Nothing is written, and the field shows the value. The edit is over.
    case restored
    /// Nothing is written: the value changed elsewhere.
    case dropped
    /// The draft is not a value. The edit continues.
    case refused(message: String)
}

public enum EditEnding: String, Sendable, CaseIterable {
    /// Return was pressed.
    case submit
    /// The field was left.
    case blur
    /// The draft was given up.
    case cancel
}

extension Edit {
    public mutating func end(by ending: EditEnding, judge: (String) -> DraftJudgement) -> EditOutcome {
        switch ending {
        case .submit: submit(judge: judge)
        case .blur: blur(judge: judge)
        case .cancel: cancel()
        }
    }
}
