public import FaderAPI
public import FaderServer
public import FaderValues

extension Values {
    /// The edit ends with the session at the latest. Throws `conflict`, `tooMany` or `unavailable` if there are too many. `key` is the page
    /// key with which it begins.
    public func beginEdit(
        of id: String, for wish: ViewerRequest, in session: SessionID, key: String? = nil
    ) throws(ServiceError) -> EditResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        try state.requireValue()
        try commands.requireWritable(state)
        let parameter = state.resource(for: viewer)
        let (name, edit) = try edits.begin(of: parameter, for: wish, in: session, key: key)
        return EditResource(edit: name, parameter: parameter, session: edit)
    }

    public func edit(_ edit: String, in session: SessionID) throws(ServiceError) -> EditResource {
        let entry = try edits.entry(edit, of: session)
        // The draft is judged again, because a reload may have changed the rules since.
        if let typed = entry.session.draft { _ = try draft(edit, text: typed.text, in: session) }
        return EditResource(edit: edit, parameter: try shown(entry), session: try edits.entry(edit, of: session).session)
    }

    /// Nobody else sees the draft. That it would be refused is an answer, not an error.
    public func draft(_ edit: String, text: String, in session: SessionID) throws(ServiceError) -> DraftResource {
        let entry = try edits.entry(edit, of: session)
        let judgement = try judge(entry.id, text, entry.viewer)
        let phase = try edits.update(edit, of: session) { session in
            session.draft(text) { _ in judgement }
            return session.phase
        }
        return phase == .dropped ? DraftResource(droppedFor: try shown(entry)) : DraftResource(judgement)
    }

    /// Submits, leaves or cancels an edit. A written value is durable when this returns. Nothing is written if the value has changed since
    /// the draft. If the caller's condition is not met, it throws `outdated`, and the edit stays open.
    public func end(_ edit: String, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource {
        let session = caller.session
        let entry = try edits.entry(edit, of: session)
        if let condition = caller.condition, !condition.allows(entry.session.revision.number) {
            throw .outdated(try shown(entry))
        }
        let judgement: DraftJudgement
        do throws(ServiceError) {
            judgement = try judge(entry.id, entry.session.text, entry.viewer)
        } catch {
            // A reload removed the parameter, and the edit with it.
            edits.remove(edit, of: session)
            throw error
        }
        let (outcome, revision) = try edits.update(edit, of: session) { ($0.end(by: ending) { _ in judgement }, $0.revision) }
        switch outcome {
        case .commit(let text): return try await commit(text, to: entry.id, ifStill: revision, entry.viewer, by: caller.writer)
        case .restored: return EditOutcomeResource(.restored, parameter: try shown(entry))
        case .dropped: return EditOutcomeResource(.dropped, parameter: try shown(entry))
        case .refused(let message):
            return EditOutcomeResource(.refused, parameter: try shown(entry), message: message)
        }
    }

    private func judge(_ id: String, _ text: String, _ viewer: Viewer) throws(ServiceError) -> DraftJudgement {
        let state = try mirror.state(of: id)
        let check = state.catalog.check(text, state, viewer)
        return check.valid ? .valid(text: check.text ?? text) : .invalid(message: check.message ?? "this is not a value")
    }

    /// Writes the draft. Durable when it returns. If a fader has moved since the draft, even just now, the fader wins.
    private func commit(
        _ text: String, to id: String, ifStill revision: Revision, _ viewer: Viewer, by writer: String?
    ) async throws(ServiceError) -> EditOutcomeResource {
        let write = Write(viewer: viewer, condition: .oneOf([revision.number]), number: authors.notedChange(by: writer))
        do throws(ServiceError) {
            return EditOutcomeResource(.committed, parameter: try await put(try mirror.state(of: id), .text(text), write))
        } catch .outdated(let parameter) {
            return EditOutcomeResource(.dropped, parameter: parameter)
        }
    }

    private func shown(_ entry: Edits.Entry) throws(ServiceError) -> ParameterResource {
        try mirror.state(of: entry.id).resource(for: entry.viewer)
    }
}

extension Values {
    /// A reload may have taken the parameter from the page of the request's key.
    private func admit(_ call: Call, _ caller: Caller) throws(ServiceError) {
        guard let page = call.page, !page.has(try edits.entry(call.id, of: caller.session).id) else { return }
        throw .unknownEdit(call.id)
    }

    private func end(_ call: Call, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource {
        try admit(call, caller)
        return try await end(call.id, by: ending, from: caller)
    }

    var editEndpoints: [Endpoint] {
        [
            .on(Routes.beginEdit, location: { Routes.getEdit.path($0.edit) }) { [self] call, caller throws(ServiceError) in
                try beginEdit(of: call.id, for: call.viewer, in: caller.session, key: call.page.flatMap { _ in caller.writer })
            },
            .on(Routes.getEdit) { [self] call, caller throws(ServiceError) in
                try admit(call, caller)
                return try edit(call.id, in: caller.session)
            },
            .on(Routes.draft) { [self] call, ask, caller throws(ServiceError) in
                try admit(call, caller)
                return try draft(call.id, text: ask.draft, in: caller.session)
            },
            .on(Routes.submitEdit) { [self] call, caller throws(ServiceError) in try await end(call, by: .submit, from: caller) },
            .on(Routes.blurEdit) { [self] call, caller throws(ServiceError) in try await end(call, by: .blur, from: caller) },
            .on(Routes.cancelEdit) { [self] call, caller throws(ServiceError) in try await end(call, by: .cancel, from: caller) },
        ]
    }
}
