internal import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel
internal import FaderServer
internal import Synchronization

/// The edits that clients have open. Safe to use from anywhere.
///
/// Requests come from the async world and changes from the engine's notifying thread. If a change and a request meet, the lock decides
/// which was first; the mirror is only read under it, so that no change is missed between reading and listening.
final class Edits: Sendable {
    private let sessions = Mutex(OpenEdits<SessionID>())

    /// Whether a session has any edits open.
    func holds(_ session: SessionID) -> Bool { sessions.withLock { $0.holds(session) } }

    /// Removes the edits of a session that has ended.
    func removeAll(of session: SessionID) { sessions.withLock { $0.removeAll(of: session) } }

    /// Runs `act` on the open edits, under the lock.
    func use<Result: Sendable, Failure: Error>(
        _ act: (inout OpenEdits<SessionID>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try sessions.withLock { (sessions) throws(Failure) in try act(&sessions) }
    }
}

extension Desk {
    /// What a field over a value shows now; nil if there is no such value.
    func shown(_ id: String, for viewer: Viewer) -> (offered: String, revision: Revision)? {
        guard let standing = mirror.look(up: id) else { return nil }
        let resource = standing.resource(for: viewer)
        return (resource.editText, Revision(resource.revision))
    }

    /// Tells the edits of a changed parameter, and of its group, that the hardware or another client changed the value.
    func tellEdits(of parameter: ParameterIndex, in catalog: Catalog) {
        edits.use { sessions in
            guard sessions.count > 0 else { return }
            let groups = catalog.configuration.groups.filter { $0.parts.contains(parameter) }.map(\.id)
            for id in [catalog.id(of: parameter)] + groups {
                sessions.moved(id) { viewer in shown(id, for: viewer) }
            }
        }
    }
}
