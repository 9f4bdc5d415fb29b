internal import FaderConsole
internal import FaderModel
internal import FaderServer

extension Mirror {
    /// What an id stands for, and how the client wants it written.
    func look(up id: String, _ wish: ViewerRequest) throws(ServiceError) -> (state: ItemState, viewer: Viewer) {
        let state = try state(of: id)
        return (state, try state.catalog.settings.viewer(for: wish))
    }

    /// What an id stands for now; `unknownParameter` if nothing has that id.
    func state(of id: String) throws(ServiceError) -> ItemState {
        if let state = look(up: id) { return state }
        throw unknown(id)
    }

    /// Why there is nothing with this id, and which one may have been meant.
    func unknown(_ id: String) -> ServiceError {
        let ids = catalog.configuration.parameters.map(\.id) + catalog.configuration.groups.map(\.id)
        return .unknownParameter(id, suggestion: Suggester.nearest(to: id, among: ids))
    }

    /// Why there is no surface with this name, and which one may have been meant.
    func unknownSurface(_ name: String) -> ServiceError {
        .unknownSurface(name, suggestion: Suggester.nearest(to: name, among: catalog.configuration.surfaces.map(\.name)))
    }
}
