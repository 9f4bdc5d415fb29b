internal import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel
internal import FaderServer

extension Desk {
    /// What a field over a value shows now; nil if there is no such value.
    func shown(_ id: String, for viewer: Viewer) -> (offered: String, revision: Revision)? {
        guard let standing = mirror.look(up: id) else { return nil }
        let resource = standing.resource(for: viewer)
        return (resource.editText, Revision(resource.revision))
    }

    /// Tells the edits of a changed parameter, and of its group, that the hardware or another client changed the value.
    func tellEdits(of parameter: ParameterIndex) {
        guard edits.count > 0 else { return }
        let catalog = mirror.catalog
        let groups = catalog.configuration.groups.filter { $0.parts.contains(parameter) }.map(\.id)
        for id in [catalog.id(of: parameter)] + groups {
            edits.moved(id) { viewer in shown(id, for: viewer) }
        }
    }
}
