internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderSystem
internal import FaderValues

/// The text fields over values that clients have open. A draft is dropped when its value changes.
@Owner
final class Edits {
    typealias Entry = OpenEdits<SessionID>.Entry

    private let mirror: Mirror
    private var open = OpenEdits<SessionID>()

    init(_ mirror: Mirror, _ followers: Followers) {
        self.mirror = mirror
        followers.add { [weak self] event in
            switch event {
            case .changed(let changes): for change in changes where change.isNew { self?.changed(change.report.parameter) }
            // A parameter of another kind counts as new: a draft for the old one does not apply to it.
            case .entered(let transition): for parameter in transition.new { self?.changed(parameter) }
            default: break
            }
        }
    }

    /// Throws `conflict`, `tooMany` or `unavailable` if there are too many edits. `key` is the page key with which the edit begins.
    func begin(
        of parameter: ParameterResource, for wish: ViewerRequest, in session: SessionID, key: String? = nil
    ) throws(ServiceError) -> (name: String, edit: Edit) {
        let mirror = mirror
        return try using("") { edits throws(EditRefusal) in
            // A reload may change the locale.
            let number = try edits.begin(
                parameter.id, of: session, key: key, for: Owner.assume { mirror.catalog.settings.lenientViewer(for: wish) },
                offered: parameter.editText, revision: Revision(parameter.revision))
            return ("\(number)", try edits.entry(number, of: session).session)
        }
    }

    func entry(_ edit: String, of session: SessionID) throws(ServiceError) -> Entry {
        try using(edit) { edits throws(EditRefusal) in try edits.entry(try Self.number(edit), of: session) }
    }

    func update<Result: Sendable>(
        _ edit: String, of session: SessionID, _ act: (inout Edit) -> Result
    ) throws(ServiceError) -> Result {
        try using(edit) { edits throws(EditRefusal) in try edits.update(try Self.number(edit), of: session, act) }
    }

    func remove(_ edit: String, of session: SessionID) {
        if let number = UInt64(edit) { open.remove(number, of: session) }
    }

    func holds(_ session: SessionID) -> Bool { open.holds(session) }

    func removeAll(of session: SessionID) { open.removeAll(of: session) }

    /// Drops the drafts of a parameter and of its compound: the hardware or another client changed the value.
    private func changed(_ parameter: ParameterIndex) {
        guard open.count > 0 else { return }
        let catalog = mirror.catalog
        let compounds = catalog.configuration.compounds.filter { $0.parts.contains(parameter) }.map(\.id)
        for id in [catalog.id(of: parameter)] + compounds {
            open.moved(id) { viewer in shown(id, for: viewer) }
        }
    }

    private func shown(_ id: String, for viewer: Viewer) -> (offered: String, revision: Revision)? {
        guard let state = mirror.look(up: id) else { return nil }
        let resource = state.resource(for: viewer)
        return (resource.editText, Revision(resource.revision))
    }

    private func using<Result: Sendable>(
        _ edit: String, _ act: (inout OpenEdits<SessionID>) throws(EditRefusal) -> Result
    ) throws(ServiceError) -> Result {
        do throws(EditRefusal) {
            return try act(&open)
        } catch {
            throw ServiceError(error, edit: edit)
        }
    }

    private static func number(_ edit: String) throws(EditRefusal) -> UInt64 {
        guard let number = UInt64(edit) else { throw .unknown }
        return number
    }
}
