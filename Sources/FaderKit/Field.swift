internal import FaderAPI

extension Parameter {
    /// A text field over the fader, for one person: drafts that nobody else sees, until they are submitted.
    public func field() -> Field { Field(box: box, faders: faders) }
}

/// A text field over a fader: `type` with each key, then `submit`, `leave` or `cancel`. Whoever moves the fader meanwhile wins: the draft is
/// given up, and the field shows the new value and who changed it.
///
/// After a restart of the daemon it goes on, if the value is still the one it began with.
public actor Field {
    /// The result for a draft.
    public enum Outcome: Sendable, Equatable {
        /// It is valid; `text` is the value that it would be, as people read it.
        case valid(text: String)
        /// It is not a value; the sentence says what is expected, with an example.
        case invalid(String)
        /// It is the value now, as people read it; `notice` says so if it was clamped.
        case committed(text: String, notice: String?)
        /// Nothing was written, because nothing was typed, or it was cancelled.
        case unchanged(text: String)
        /// Somebody has changed the value meanwhile: `text` is the new value, and `by` is who changed it, if that is known: `desk fader.1`,
        /// or the origin.
        case superseded(text: String, by: String?)
    }

    private let box: Box
    private let faders: Faders
    private var edit: EditResource?
    private var draft: String?

    init(box: Box, faders: Faders) { (self.box, self.faders) = (box, faders) }

    /// What the field shows: the draft, or else the value as people read it.
    public var text: String { draft ?? box.shown.text }

    /// Takes the whole text of the field. Nobody else sees it.
    public func type(_ text: String) async throws(Refusal) -> Outcome {
        draft = text
        let answer: DraftResource = try await again { edit throws(Refusal) in
            try await faders.askSession(Routes.draft, edit, DraftRequest(draft: text), of: box.id)
        }
        if answer.dropped == true { return try await superseded() }
        return answer.valid ? .valid(text: answer.text ?? text) : .invalid(answer.message ?? "")
    }

    /// Return: writes the draft. An invalid one stays, and the field goes on.
    public func submit() async throws(Refusal) -> Outcome { try await end(Routes.submitEdit) }

    /// The field is left: writes a draft that is a value and differs from the text it began with.
    public func leave() async throws(Refusal) -> Outcome { try await end(Routes.blurEdit) }

    /// Escape: forgets the draft.
    public func cancel() async throws(Refusal) -> Outcome { try await end(Routes.cancelEdit) }

    private func end(_ route: Route<NoBody, EditOutcomeResource>) async throws(Refusal) -> Outcome {
        guard draft != nil else { return .unchanged(text: box.shown.text) }
        let answer = try await again { edit throws(Refusal) in try await faders.askSession(route, edit, NoBody(), of: box.id) }
        await faders.confirm(answer.parameter, of: box)
        switch answer.outcome {
        case .refused: return .invalid(answer.message ?? "")
        case .dropped: return try await superseded()
        case .committed, .restored: break
        }
        (edit, draft) = (nil, nil)
        let text = answer.parameter.text
        return answer.outcome == .committed ? .committed(text: text, notice: answer.parameter.notice) : .unchanged(text: text)
    }

    private func superseded() async throws(Refusal) -> Outcome {
        (edit, draft) = (nil, nil)
        let now = try await faders.ask(Routes.getParameter, box.id, NoBody())
        await faders.confirm(now, of: box)
        let isOfHand = ["touch", "hand"].contains(now.origin)
        return .superseded(text: now.text, by: isOfHand ? now.owner : now.origin)
    }

    /// Sends a request about the edit, which it begins if there is none. If the edit has ended with its daemon or connection, begins
    /// another with the same draft.
    private func again<Answer>(_ ask: (String) async throws(Refusal) -> Answer) async throws(Refusal) -> Answer {
        guard let old = edit else { return try await ask(try await begin().edit) }
        do throws(Refusal) {
            return try await ask(old.edit)
        } catch {
            guard error.reason == .unknown else { throw error }
        }
        let new = try await begin()
        if new.text == old.text, let draft {
            let request = DraftRequest(draft: draft)
            let _: DraftResource = try await faders.askSession(Routes.draft, new.edit, request, of: box.id)
        }
        return try await ask(new.edit)
    }

    private func begin() async throws(Refusal) -> EditResource {
        let new: EditResource = try await faders.askSession(Routes.beginEdit, box.id, NoBody(), of: box.id)
        edit = new
        return new
    }
}
