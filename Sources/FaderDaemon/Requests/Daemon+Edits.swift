public import FaderAPI
public import FaderModel
public import FaderServer

extension Daemon {
    /// Begins an edit of a parameter.
    public func beginEdit(of id: String, for wish: ViewerRequest, in session: SessionID) async throws(ServiceError) -> EditResource {
        let (viewer, mirror) = (try look(up: id, wish).viewer, desk.mirror)
        let begun = try using("") { sessions throws(EditRefusal) in
            guard let (offered, revision) = desk.shown(id, for: viewer) else { return nil as (UInt64, Edit)? }
            let number = try sessions.begin(
                id, of: session, for: Viewers.lenient(wish, mirror.catalog.configuration), offered: offered, revision: revision)
            return (number, try sessions.entry(number, of: session).session)
        }
        guard let (number, edit) = begun else { throw unknown(id) }
        return EditResource(edit: "\(number)", parameter: try parameter(id, viewer), session: edit)
    }

    /// An edit as it is now.
    public func edit(_ edit: String, in session: SessionID) async throws(ServiceError) -> EditResource {
        let entry = try entry(edit, session)
        return EditResource(edit: edit, parameter: try parameter(entry.id, entry.viewer), session: entry.session)
    }

    /// Takes the text typed so far.
    public func draft(_ edit: String, text: String, in session: SessionID) async throws(ServiceError) -> DraftResource {
        let entry = try entry(edit, session)
        let judgement = try judge(entry.id, text, entry.viewer)
        let phase = try update(edit, session) { session in
            session.draft(text) { _ in judgement }
            return session.phase
        }
        return phase == .dropped ? DraftResource(droppedFor: try parameter(entry.id, entry.viewer)) : DraftResource(judgement)
    }

    /// Submits, leaves or cancels an edit.
    public func end(_ edit: String, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource {
        let session = caller.session
        let entry = try entry(edit, session)
        if let condition = caller.condition, !condition.allows(entry.session.revision.number) {
            throw .outdated(try parameter(entry.id, entry.viewer))
        }
        let judgement: DraftJudgement
        do throws(ServiceError) {
            judgement = try judge(entry.id, entry.session.text, entry.viewer)
        } catch {
            // A reload removed the parameter, and the edit with it.
            edits.use { if let number = UInt64(edit) { $0.remove(number, of: session) } }
            throw error
        }
        let (outcome, revision) = try update(edit, session) { ($0.end(by: ending) { _ in judgement }, $0.revision) }
        switch outcome {
        case .commit(let text): return try await commit(text, to: entry.id, ifStill: revision, entry.viewer, by: caller.writer)
        case .restored: return EditOutcomeResource(.restored, parameter: try parameter(entry.id, entry.viewer))
        case .dropped: return EditOutcomeResource(.dropped, parameter: try parameter(entry.id, entry.viewer))
        case .refused(let message):
            return EditOutcomeResource(.refused, parameter: try parameter(entry.id, entry.viewer), message: message)
        }
    }

    // MARK: Judging and writing texts

    /// The result that a typed text would have.
    private func judge(_ id: String, _ text: String, _ viewer: Viewer) throws(ServiceError) -> DraftJudgement {
        let standing = try standing(of: id)
        let check = standing.catalog.check(text, standing, viewer)
        return check.valid ? .valid(text: check.text ?? text) : .invalid(message: check.message ?? "this is not a value")
    }

    /// Writes a typed text; durable when it returns. If a fader has moved since the draft, even just now, the fader wins.
    private func commit(
        _ text: String, to id: String, ifStill revision: Revision, _ viewer: Viewer, by writer: String?
    ) async throws(ServiceError) -> EditOutcomeResource {
        var write = Write(viewer: viewer, condition: .oneOf([revision.number]))
        write.number = notedChange(by: writer)
        do throws(ServiceError) {
            return EditOutcomeResource(.committed, parameter: try await put(id, .text(text), write))
        } catch .outdated(let parameter) {
            return EditOutcomeResource(.dropped, parameter: parameter)
        }
    }

    // MARK: The sessions

    private var edits: Edits { desk.edits }

    private func entry(_ edit: String, _ session: SessionID) throws(ServiceError) -> OpenEdits<SessionID>.Entry {
        try using(edit) { sessions throws(EditRefusal) in try sessions.entry(try Self.number(edit), of: session) }
    }

    private func update<Result: Sendable>(
        _ edit: String, _ session: SessionID, _ act: (inout Edit) -> Result
    ) throws(ServiceError) -> Result {
        try using(edit) { sessions throws(EditRefusal) in try sessions.update(try Self.number(edit), of: session, act) }
    }

    private func using<Result: Sendable>(
        _ edit: String, _ act: (inout OpenEdits<SessionID>) throws(EditRefusal) -> Result
    ) throws(ServiceError) -> Result {
        do throws(EditRefusal) {
            return try edits.use(act)
        } catch {
            throw ServiceError(error, edit: edit)
        }
    }

    private static func number(_ edit: String) throws(EditRefusal) -> UInt64 {
        guard let number = UInt64(edit) else { throw .unknown }
        return number
    }
}
