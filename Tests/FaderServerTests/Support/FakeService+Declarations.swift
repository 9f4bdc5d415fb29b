import FaderAPI
import FaderModel
import FaderServer
import Synchronization

extension FakeService {
    func declarations() async -> [DeclarationResource] { declared.withLock { $0.entries.map(Self.resource) } }

    private static func resource(_ entry: Declarations<SessionID>.Entry) -> DeclarationResource {
        DeclarationResource(id: entry.id, by: entry.names, keep: entry.isKept, connections: entry.owners)
    }

    /// Whatever is declared is a number; a key `label` is taken, `mn` is one that nobody knows.
    func declare(
        _ request: DeclareRequest, body: [UInt8], for viewer: ViewerWish, in session: SessionID
    ) async throws(ServiceError) -> [ParameterResource] {
        if state.withLock({ $0.parameters.contains { $0.id == request.id && $0.declaredBy == nil } }) {
            throw .conflict("\(request.id) is in the config")
        }
        if request.parameter["mn"] != nil {
            let text = String(decoding: body, as: UTF8.self)
            throw .refusedDeclaration(
                request.id,
                [
                    DiagnosticResource(
                        file: "body", line: 1, column: text.count, severity: "error", message: "unknown key \"mn\" in a parameter",
                        suggestion: "min", text: "body:1:1: error: unknown key \"mn\" in a parameter; did you mean \"min\"?")
                ])
        }
        do throws(DeclarationRefusal) {
            try declared.withLock { (declarations) throws(DeclarationRefusal) in
                try declarations.declare(
                    DeclaredParameter(ParameterSpec(id: request.id)), by: request.by,
                    bodies: [DeclarationBody(name: request.by, bytes: body)], firstValues: [:], isKept: request.keep, of: session)
            }
        } catch {
            throw ServiceError(error, id: request.id)
        }
        settle()
        return [try parameter(request.id, for: viewer)]
    }

    func undeclare(_ id: String, in session: SessionID) async throws(ServiceError) -> DeclarationResource {
        do throws(DeclarationRefusal) {
            _ = try declared.withLock { (declarations) throws(DeclarationRefusal) in try declarations.takeBack(id, of: session) }
        } catch {
            throw ServiceError(error, id: id)
        }
        settle()
        return declared.withLock { $0.entry(id).map(Self.resource) } ?? DeclarationResource(id: id, by: [], keep: false, connections: 0)
    }

    /// The parameters are those of before and those declared.
    private func settle() {
        let entries = declared.withLock { $0.entries }
        state.withLock { state in
            let before = state.parameters
            state.parameters =
                before.filter { $0.declaredBy == nil }
                + entries.map { entry in
                    var parameter =
                        before.first { $0.id == entry.id }
                        ?? Self.parameter(entry.id, label: entry.id, unit: "", decimals: 2, min: 0, max: 1, value: 0)
                    parameter.declaredBy = entry.names
                    return parameter
                }
        }
        hub.publishReload(state.withLock(\.generation))
    }

    func holding(of session: SessionID) -> SessionHolding {
        edits.withLock { $0.holds(session) } || declared.withLock { $0.holds(session) } ? .more : .nothing
    }

    func ended(_ session: SessionID) async {
        closed.withLock { $0.append(session) }
        edits.withLock { $0.removeAll(of: session) }
        if declared.withLock({ $0.removeAll(of: session) }) { settle() }
    }
}
