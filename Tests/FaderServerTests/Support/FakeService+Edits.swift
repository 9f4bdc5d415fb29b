import FaderAPI
import FaderModel
import FaderServer
import Synchronization

extension FakeService {
    func beginEdit(of id: String, for viewer: ViewerWish, in session: SessionID) async throws(ServiceError) -> EditResource {
        if let hold = state.withLock(\.hold) { try? await Task.sleep(for: hold) }
        state.withLock { $0.calls.append("edit \(id) as \(viewer.locale ?? "configured")") }
        let parameter = try parameter(id)
        let (number, session) = try using("") { sessions throws(EditRefusal) in
            let number = try sessions.begin(id, of: session, offered: parameter.editText, revision: Revision(parameter.revision))
            return (number, try sessions.entry(number, of: session).session)
        }
        return EditResource(edit: "\(number)", parameter: parameter, session: session)
    }

    func edit(_ edit: String, in session: SessionID) async throws(ServiceError) -> EditResource {
        let entry = try entry(edit, session)
        return EditResource(edit: edit, parameter: try parameter(entry.id), session: entry.session)
    }

    func draft(_ edit: String, text: String, in session: SessionID) async throws(ServiceError) -> DraftResource {
        let id = try entry(edit, session).id
        let judgement = try await judge(id, text)
        let phase = try using(edit) { sessions throws(EditRefusal) in
            try sessions.update(UInt64(edit) ?? 0, of: session) { session in
                session.draft(text) { _ in judgement }
                return session.phase
            }
        }
        return phase == .dropped ? DraftResource(droppedFor: try parameter(id)) : DraftResource(judgement)
    }

    func end(_ edit: String, by ending: EditEnding, from caller: Caller) async throws(ServiceError) -> EditOutcomeResource {
        let session = caller.session
        let entry = try entry(edit, session)
        if let condition = caller.condition, !condition.allows(entry.session.revision.number) { throw .outdated(try parameter(entry.id)) }
        let judgement = try await judge(entry.id, entry.session.text)
        let outcome = try using(edit) { sessions throws(EditRefusal) in
            try sessions.update(UInt64(edit) ?? 0, of: session) { $0.end(by: ending) { _ in judgement } }
        }
        switch outcome {
        case .commit(let text):
            return EditOutcomeResource(
                .committed, parameter: try await put(entry.id, .text(text), for: ViewerWish(), from: Caller(session)))
        case .restored: return EditOutcomeResource(.restored, parameter: try parameter(entry.id))
        case .dropped: return EditOutcomeResource(.dropped, parameter: try parameter(entry.id))
        case .refused(let message):
            return EditOutcomeResource(.refused, parameter: try parameter(entry.id), message: message)
        }
    }

    private func judge(_ id: String, _ text: String) async throws(ServiceError) -> DraftJudgement {
        let check = try check(id, text: text, for: ViewerWish())
        return check.valid ? .valid(text: check.text ?? text) : .invalid(message: check.message ?? "")
    }

    private func entry(_ edit: String, _ session: SessionID) throws(ServiceError) -> OpenEdits<SessionID>.Entry {
        try using(edit) { sessions throws(EditRefusal) in try sessions.entry(UInt64(edit) ?? 0, of: session) }
    }

    private func using<Answer: Sendable>(
        _ edit: String, _ act: (inout OpenEdits<SessionID>) throws(EditRefusal) -> Answer
    ) throws(ServiceError) -> Answer {
        do throws(EditRefusal) {
            return try edits.withLock { (sessions) throws(EditRefusal) in try act(&sessions) }
        } catch {
            throw ServiceError(error, edit: edit)
        }
    }
}
