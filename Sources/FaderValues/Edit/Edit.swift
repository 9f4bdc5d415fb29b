/// One text field that edits one value, until the edit is over. Pure: no clock, no I/O.
///
/// Nobody else sees a draft. Only `submit` and `blur` write it. If the value changes elsewhere, the field shows the new value and the draft
/// is lost. The caller passes a judge that decides whether a text is a value.
///
/// - A field without typed text writes nothing, however it ends: a text rounded for display must not change the value.
/// - A submitted draft is written even if it equals the offered text: Return is an explicit request, and every motor shows the value again.
///   Leaving the field is not a request: it only writes a text that differs.
/// - Once an edit is over, it stays over. The next key begins a new edit.
public struct Edit: Sendable, Equatable {
    /// The state of an edit.
    public enum Phase: Sendable, Equatable {
        /// Nothing typed yet; the field follows the value.
        case untouched
        /// A text has been typed.
        case drafting(Draft)
        /// There was a draft, but the value changed elsewhere. The field follows the value again and accepts no further draft.
        case dropped
        /// Written, restored or dropped, and the caller knows the outcome.
        case over
    }

    /// The text typed so far, and the judgement of it.
    public struct Draft: Sendable, Equatable {
        /// The text as typed.
        public var text: String
        /// The judge's result.
        public var judgement: DraftJudgement
    }

    /// The state of this edit.
    public private(set) var phase = Phase.untouched
    /// The text that the field offers for the value as everybody else sees it.
    public private(set) var offered: String
    /// The revision of the value that `offered` shows.
    public private(set) var revision: Revision

    /// A field that shows a value.
    public init(offered: String, revision: Revision) {
        self.offered = offered
        self.revision = revision
    }

    /// The text in the field.
    public var text: String { draft?.text ?? offered }
    /// The text being typed; nil if there is none.
    public var draft: Draft? { if case .drafting(let draft) = phase { draft } else { nil } }
    /// Why the draft is not a value yet; nil if it is one or if there is no draft.
    public var message: String? { if case .invalid(let message) = draft?.judgement { message } else { nil } }

    // MARK: Acts

    /// Receives the whole text of the field after something was typed. Has no effect once the edit was dropped or is over.
    public mutating func draft(_ text: String, judge: (String) -> DraftJudgement) {
        switch phase {
        case .untouched, .drafting: phase = .drafting(Draft(text: text, judgement: judge(text)))
        case .dropped, .over: break
        }
    }

    /// Ends the edit because Return was pressed. A draft that is not a value is refused, and the edit continues.
    public mutating func submit(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft else { return leave() }
        // Judged again: the rules may have changed since the draft was typed.
        self.draft(draft.text, judge: judge)
        if let message { return .refused(message: message) }
        phase = .over
        return .commit(draft.text)
    }

    /// Ends the edit because the field was left. A draft that is not a value, or equals the offered text, is discarded.
    public mutating func blur(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft, ExactText(draft.text) != ExactText(offered), case .valid = judge(draft.text) else { return leave() }
        phase = .over
        return .commit(draft.text)
    }

    /// Ends the edit and discards the draft.
    public mutating func cancel() -> EditOutcome { leave() }

    private mutating func leave() -> EditOutcome {
        defer { phase = .over }
        return phase == .dropped ? .dropped : .restored
    }

    /// Receives the text to offer when the value changed elsewhere: a fader moved, or another client set it. Ignores a revision that is not
    /// newer than the known one.
    public mutating func moved(to offered: String, revision: Revision) {
        guard revision > self.revision else { return }
        self.offered = offered
        self.revision = revision
        if draft != nil { phase = .dropped }
    }
}

/// The judgement of a draft.
public enum DraftJudgement: Sendable, Equatable {
    /// It is a value: its text as everybody would see it.
    case valid(text: String)
    /// It is not a value yet: a sentence that says what is expected.
    case invalid(message: String)
}

/// The outcome of an edit.
public enum EditOutcome: Sendable, Equatable {
    /// The caller must write this text, as typed. The edit is over.
    case commit(String)
    /// Nothing is written, and the field shows the value. The edit is over.
    case restored
    /// Nothing is written: the value changed elsewhere, and the field shows the new value. The edit is over.
    case dropped
    /// Nothing is written, because the draft is not a value. The edit continues.
    case refused(message: String)
}

/// How the person who types ends an edit.
public enum EditEnding: String, Sendable, CaseIterable {
    /// Return was pressed.
    case submit
    /// The field was left.
    case blur
    /// The draft was given up.
    case cancel
}

extension Edit {
    /// Ends the edit in this way, if possible.
    public mutating func end(by ending: EditEnding, judge: (String) -> DraftJudgement) -> EditOutcome {
        switch ending {
        case .submit: submit(judge: judge)
        case .blur: blur(judge: judge)
        case .cancel: cancel()
        }
    }
}
