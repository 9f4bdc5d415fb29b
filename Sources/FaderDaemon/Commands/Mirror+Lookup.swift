internal import FaderConsole
internal import FaderServer
internal import FaderValues

extension Mirror {
    func look(up id: String, _ wish: ViewerRequest) throws(ServiceError) -> (state: ItemState, viewer: Viewer) {
        let state = try state(of: id)
        return (state, try state.catalog.settings.viewer(for: wish))
    }

    func state(of id: String) throws(ServiceError) -> ItemState {
        if let state = look(up: id) { return state }
        throw unknown(id)
    }

    func unknown(_ id: String) -> ServiceError {
        let ids = catalog.configuration.parameters.map(\.id) + catalog.configuration.compounds.map(\.id)
        return .unknownParameter(id, suggestion: Suggester.nearest(to: id, among: ids))
    }

    func unknownSurface(_ name: String) -> ServiceError {
        .unknownSurface(name, suggestion: Suggester.nearest(to: name, among: catalog.configuration.surfaces.map(\.name)))
    }
}
