import FaderAPI
import FaderModel
import FaderServer
import Synchronization

extension FakeService {
    func beginEdit(of id: String, for viewer: ViewerWish, on connection: ConnectionID) async throws(ServiceError) -> EditResource {
        if let hold = state.withLock(\.hold) { try? await Task.sleep(for: hold) }
        state.withLock { $0.calls.append("edit \(id) as \(viewer.locale ?? "configured")") }
        let parameter = try await parameter(id)
        let (number, session) = try using("") { sessions throws(EditRefusal) in
            let number = try sessions.begin(id, of: connection, offered: parameter.editText, revision: parameter.revision)
            return (number, try sessions.entry(number, of: connection).session)
        }
        return EditResource(edit: "\(number)", parameter: parameter, session: session)
    }

    func edit(_ edit: String, on connection: ConnectionID) async throws(ServiceError) -> EditResource {
        let entry = try entry(edit, connection)
        return EditResource(edit: edit, parameter: try await parameter(entry.id), session: entry.session)
    }

    func draft(_ edit: String, text: String, on connection: ConnectionID) async throws(ServiceError) -> DraftResource {
        let id = try entry(edit, connection).id
        let judgement = try await judge(id, text)
        let phase = try using(edit) { sessions throws(EditRefusal) in
            try sessions.update(UInt64(edit) ?? 0, of: connection) { session in
                session.draft(text) { _ in judgement }
                return session.phase
            }
        }
        return phase == .dropped ? DraftResource(droppedFor: try await parameter(id)) : DraftResource(judgement)
    }

    func end(_ edit: String, by ending: EditEnding, on connection: ConnectionID) async throws(ServiceError) -> EditOutcomeResource {
        let entry = try entry(edit, connection)
        let judgement = try await judge(entry.id, entry.session.text)
        let outcome = try using(edit) { sessions throws(EditRefusal) in
            try sessions.update(UInt64(edit) ?? 0, of: connection) { $0.end(by: ending) { _ in judgement } }
        }
        switch outcome {
        case .commit(let text): return EditOutcomeResource(.committed, parameter: try await put(entry.id, .text(text), for: ViewerWish()))
        case .restored: return EditOutcomeResource(.restored, parameter: try await parameter(entry.id))
        case .dropped: return EditOutcomeResource(.dropped, parameter: try await parameter(entry.id))
        case .refused(let message):
            return EditOutcomeResource(.refused, parameter: try await parameter(entry.id), message: message)
        }
    }

    private func judge(_ id: String, _ text: String) async throws(ServiceError) -> DraftJudgement {
        let check = try await check(id, text: text, for: ViewerWish())
        return check.valid ? .valid(text: check.text ?? text) : .invalid(message: check.message ?? "")
    }

    private func entry(_ edit: String, _ connection: ConnectionID) throws(ServiceError) -> EditSessions<ConnectionID>.Entry {
        try using(edit) { sessions throws(EditRefusal) in try sessions.entry(UInt64(edit) ?? 0, of: connection) }
    }

    private func using<Answer: Sendable>(
        _ edit: String, _ act: (inout EditSessions<ConnectionID>) throws(EditRefusal) -> Answer
    ) throws(ServiceError) -> Answer {
        do throws(EditRefusal) {
            return try edits.withLock { (sessions) throws(EditRefusal) in try act(&sessions) }
        } catch {
            throw ServiceError(error, edit: edit)
        }
    }
}
