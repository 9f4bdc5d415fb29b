public import FaderAPI
public import FaderModel
public import FaderServer

extension Daemon {
    /// Begins an edit of a parameter.
    public func beginEdit(of id: String, for wish: ViewerWish, on connection: ConnectionID) async throws(ServiceError) -> EditResource {
        let viewer = try look(up: id, wish).viewer
        let begun = try using("") { sessions throws(EditRefusal) in
            guard let (offered, revision) = desk.shown(id, for: viewer) else { return nil as (UInt64, EditSession)? }
            let number = try sessions.begin(id, of: connection, for: viewer, offered: offered, revision: revision)
            return (number, try sessions.entry(number, of: connection).session)
        }
        guard let (number, session) = begun else { throw unknown(id) }
        return EditResource(edit: "\(number)", parameter: try await parameter(id, viewer), session: session)
    }

    /// An edit as it is now.
    public func edit(_ edit: String, on connection: ConnectionID) async throws(ServiceError) -> EditResource {
        let entry = try entry(edit, connection)
        return EditResource(edit: edit, parameter: try await parameter(entry.id, entry.viewer), session: entry.session)
    }

    /// Takes the text typed so far.
    public func draft(_ edit: String, text: String, on connection: ConnectionID) async throws(ServiceError) -> DraftResource {
        let entry = try entry(edit, connection)
        let judgement = try judge(entry.id, text, entry.viewer)
        let phase = try update(edit, connection) { session in
            session.draft(text) { _ in judgement }
            return session.phase
        }
        return phase == .dropped ? DraftResource(droppedFor: try await parameter(entry.id, entry.viewer)) : DraftResource(judgement)
    }

    /// Submits, leaves or cancels an edit.
    public func end(
        _ edit: String, by ending: EditEnding, on connection: ConnectionID
    ) async throws(ServiceError) -> EditOutcomeResource {
        let entry = try entry(edit, connection)
        let judgement: DraftJudgement
        do throws(ServiceError) {
            judgement = try judge(entry.id, entry.session.text, entry.viewer)
        } catch {
            // A reload removed the parameter, and the edit with it.
            edits.use { if let number = UInt64(edit) { $0.remove(number, of: connection) } }
            throw error
        }
        switch try update(edit, connection, { $0.end(by: ending) { _ in judgement } }) {
        case .commit(let text): return EditOutcomeResource(.committed, parameter: try await commit(entry.id, text, entry.viewer))
        case .restored: return EditOutcomeResource(.restored, parameter: try await parameter(entry.id, entry.viewer))
        case .dropped: return EditOutcomeResource(.dropped, parameter: try await parameter(entry.id, entry.viewer))
        case .refused(let message):
            return EditOutcomeResource(.refused, parameter: try await parameter(entry.id, entry.viewer), message: message)
        }
    }

    // MARK: Judging and writing texts

    /// The result that a typed text would have.
    private func judge(_ id: String, _ text: String, _ viewer: Viewer) throws(ServiceError) -> DraftJudgement {
        guard let standing = desk.mirror.look(up: id) else { throw unknown(id) }
        let check = standing.catalog.check(text, standing, viewer)
        return check.valid ? .valid(text: check.text ?? text) : .invalid(message: check.message ?? "this is no value")
    }

    /// Writes a typed text; durable when it returns.
    private func commit(_ id: String, _ text: String, _ viewer: Viewer) async throws(ServiceError) -> ParameterResource {
        guard let standing = desk.mirror.look(up: id) else { throw unknown(id) }
        return try await put(id, .text(text), standing, viewer)
    }

    // MARK: The sessions

    private var edits: Edits { desk.edits }

    private func entry(_ edit: String, _ connection: ConnectionID) throws(ServiceError) -> EditSessions<ConnectionID>.Entry {
        try using(edit) { sessions throws(EditRefusal) in try sessions.entry(try Self.number(edit), of: connection) }
    }

    private func update<Result: Sendable>(
        _ edit: String, _ connection: ConnectionID, _ act: (inout EditSession) -> Result
    ) throws(ServiceError) -> Result {
        try using(edit) { sessions throws(EditRefusal) in try sessions.update(try Self.number(edit), of: connection, act) }
    }

    private func using<Result: Sendable>(
        _ edit: String, _ act: (inout EditSessions<ConnectionID>) throws(EditRefusal) -> Result
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
