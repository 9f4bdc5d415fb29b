internal import FaderConsole
internal import FaderServer
internal import FaderValues

extension Mirror {
    /// The parameter or compound with an id, and the viewer that the client asks for.
    func look(up id: String, _ wish: ViewerRequest) throws(ServiceError) -> (state: ItemState, viewer: Viewer) {
        let state = try state(of: id)
        return (state, try state.catalog.settings.viewer(for: wish))
    }

    /// The parameter or compound with an id now; throws `unknownParameter` if nothing has that id.
    func state(of id: String) throws(ServiceError) -> ItemState {
        if let state = look(up: id) { return state }
        throw unknown(id)
    }

    /// The error that nothing has this id, with the id that may have been meant.
    func unknown(_ id: String) -> ServiceError {
        let ids = catalog.configuration.parameters.map(\.id) + catalog.configuration.compounds.map(\.id)
        return .unknownParameter(id, suggestion: Suggester.nearest(to: id, among: ids))
    }

    /// The error that there is no surface with this name, with the name that may have been meant.
    func unknownSurface(_ name: String) -> ServiceError {
        .unknownSurface(name, suggestion: Suggester.nearest(to: name, among: catalog.configuration.surfaces.map(\.name)))
    }
}
