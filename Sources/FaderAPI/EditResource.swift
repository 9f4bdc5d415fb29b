public import FaderValues

/// A text field over a parameter: the answer to `POST /v1/parameters/{id}/edit` and `GET /v1/edits/{edit}`.
public struct EditResource: WireObject, Equatable {
    /// The name of the edit within its session.
    public var edit: String
    public var id: String
    public var label: String
    /// The present value as people read it: `-6.0 dB`.
    public var text: String
    /// The present value as a text field offers it: `-6.0`.
    public var editText: String
    public var revision: UInt64
    /// The text typed so far; nil if nothing is typed.
    public var draft: String?
    /// The result that the draft would have; nil if nothing is typed.
    public var judgement: DraftResource?
    /// True if a draft was dropped because the value changed elsewhere; else nil.
    public var dropped: Bool?

    package init(
        edit: String, parameter: ParameterResource, draft: String?, judgement: DraftResource?, isDropped: Bool
    ) {
        self.edit = edit
        id = parameter.id
        label = parameter.label
        text = parameter.text
        editText = parameter.editText
        revision = parameter.revision
        self.draft = draft
        self.judgement = judgement
        dropped = isDropped ? true : nil
    }
}

/// The result that a draft would have; the answer to `PUT /v1/edits/{edit}`.
public struct DraftResource: WireObject, Equatable {
    /// Whether a submit would write it.
    public var valid: Bool
    /// The text of the value that a submit would write; with `dropped`, that of the present value; else nil.
    public var text: String?
    /// Why it would be refused, or was dropped; else nil.
    public var message: String?
    /// True if the value changed elsewhere: the draft is gone, and the edit accepts no other. Else nil.
    public var dropped: Bool?
    /// With `dropped`: what the field shows now.
    public var editText: String?

    /// The result of a draft that came in time: the text of its value, or why it has none.
    package init(text: String?, message: String?) { (valid, self.text, self.message) = (text != nil, text, message) }

    /// The result of a draft that came too late, after the value had changed elsewhere.
    public init(droppedFor parameter: ParameterResource) {
        valid = false
        text = parameter.text
        message = "\(parameter.id) changed meanwhile, so the draft is dropped; begin another edit to type again"
        dropped = true
        editText = parameter.editText
    }
}

/// The outcome of a submit, blur or cancel of an edit; the answer to each of them.
public struct EditOutcomeResource: WireObject, Equatable {
    public var outcome: Outcome
    /// Why it was refused; else nil.
    public var message: String?
    public var parameter: ParameterResource

    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// The draft is the value now, and durable. The edit is over.
        case committed
        /// Nothing was written. The edit is over.
        case restored
        /// Nothing was written, because the value changed elsewhere. The edit is over.
        case dropped
        /// Nothing was written, because the draft is not a value. The edit goes on.
        case refused
    }

    package init(_ outcome: Outcome, parameter: ParameterResource, message: String? = nil) {
        self.outcome = outcome
        self.parameter = parameter
        self.message = message
    }
}

/// The body of `PUT /v1/edits/{edit}`.
public struct DraftRequest: WireRequest, Equatable {
    public var draft: String

    package init(draft: String) { self.draft = draft }
}

extension EditResource {
    package init(edit: String, parameter: ParameterResource, session: Edit) {
        self.init(
            edit: edit, parameter: parameter, draft: session.draft?.text, judgement: session.draft.map { DraftResource($0.judgement) },
            isDropped: session.phase == .dropped)
    }
}

extension DraftResource {
    /// The result of a draft that came in time.
    public init(_ judgement: DraftJudgement) {
        switch judgement {
        case .valid(let text): self.init(text: text, message: nil)
        case .invalid(let message): self.init(text: nil, message: message)
        }
    }
}
