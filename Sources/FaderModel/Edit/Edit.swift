/// One text field over one value, until the edit is over. Pure: no clock, no I/O.
///
/// Nobody else sees a draft. Only `submit` and `blur` write it; if the value changes elsewhere, the field shows the new value and the
/// draft is gone. Whether a text is a value is not decided here: the caller passes a judge.
///
/// - A field that nobody typed into writes nothing, however it ends: a text rounded for showing must not change the value.
/// - A submitted draft is written even if it equals the text that was offered: Return is an explicit request, and every motor shows the
///   value again. Leaving the field is not a request: then only a text that differs is written.
/// - Once over, a session stays over. The next key begins another.
public struct Edit: Sendable, Equatable {
    /// How far it came.
    public enum Phase: Sendable, Equatable {
        /// Nothing typed yet; the field follows the value.
        case untouched
        /// A text is being typed.
        case drafting(Draft)
        /// There was a draft, but the value changed elsewhere. The field follows the value again and takes no draft any more.
        case dropped
        /// Written, restored or dropped, and the caller has been told.
        case over
    }

    /// What is typed so far, and what it would come to.
    public struct Draft: Sendable, Equatable {
        /// As typed.
        public var text: String
        /// What the judge said of it.
        public var judgement: DraftJudgement
    }

    /// How far it came.
    public private(set) var phase = Phase.untouched
    /// The text that a field offers for the value as everybody else sees it.
    public private(set) var offered: String
    /// Which change of the value that is.
    public private(set) var revision: Revision

    /// A field that shows a value.
    public init(offered: String, revision: Revision) {
        self.offered = offered
        self.revision = revision
    }

    /// What stands in the field.
    public var text: String { draft?.text ?? offered }
    /// What is being typed; nil where nothing is.
    public var draft: Draft? { if case .drafting(let draft) = phase { draft } else { nil } }
    /// Why the draft is not a value yet; nil as soon as it is one.
    public var message: String? { if case .invalid(let message) = draft?.judgement { message } else { nil } }

    // MARK: Acts

    /// Something was typed: this is the whole text now. Without effect after a drop.
    public mutating func draft(_ text: String, judge: (String) -> DraftJudgement) {
        switch phase {
        case .untouched, .drafting: phase = .drafting(Draft(text: text, judgement: judge(text)))
        case .dropped, .over: break
        }
    }

    /// Return was pressed. A draft that is no value is refused, and the session goes on.
    public mutating func submit(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft else { return leave() }
        // Judged again: what is a value may have changed since.
        self.draft(draft.text, judge: judge)
        if let message { return .refused(message: message) }
        phase = .over
        return .commit(draft.text)
    }

    /// The field was left. A draft that is no value, or is what was offered, is forgotten.
    public mutating func blur(judge: (String) -> DraftJudgement) -> EditOutcome {
        guard let draft, ExactText(draft.text) != ExactText(offered), case .valid = judge(draft.text) else { return leave() }
        phase = .over
        return .commit(draft.text)
    }

    /// The draft is given up.
    public mutating func cancel() -> EditOutcome { leave() }

    private mutating func leave() -> EditOutcome {
        defer { phase = .over }
        return phase == .dropped ? .dropped : .restored
    }

    /// The value changed elsewhere: a fader moved, another client set it. A change that is known already, or older, is none.
    public mutating func moved(to offered: String, revision: Revision) {
        guard revision > self.revision else { return }
        self.offered = offered
        self.revision = revision
        if draft != nil { phase = .dropped }
    }
}

/// What a draft would come to.
public enum DraftJudgement: Sendable, Equatable {
    /// A value; its text as everybody would see it.
    case valid(text: String)
    /// None yet, in a sentence that says what is expected.
    case invalid(message: String)
}

/// What became of an edit.
public enum EditOutcome: Sendable, Equatable {
    /// This text is to be written, as a typed one is. The session is over.
    case commit(String)
    /// Nothing is written, the field shows the value. The session is over.
    case restored
    /// Nothing is written: the value changed elsewhere, and the field shows that. The session is over.
    case dropped
    /// Nothing is written, because the draft is no value. The session goes on.
    case refused(message: String)
}

/// How whoever types wants an edit to end.
public enum EditEnding: String, Sendable, CaseIterable {
    /// Return was pressed.
    case submit
    /// The field was left.
    case blur
    /// The draft was given up.
    case cancel
}

extension Edit {
    /// Ends it that way, where it can.
    public mutating func end(by ending: EditEnding, judge: (String) -> DraftJudgement) -> EditOutcome {
        switch ending {
        case .submit: submit(judge: judge)
        case .blur: blur(judge: judge)
        case .cancel: cancel()
        }
    }
}
