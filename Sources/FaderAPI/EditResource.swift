public import FaderModel

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
