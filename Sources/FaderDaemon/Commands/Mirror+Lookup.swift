internal import FaderConsole
internal import FaderLoops
internal import FaderModel
internal import FaderServer

extension Mirror {
    /// What an id stands for, and how the client wants it written.
    func look(up id: String, _ wish: ViewerRequest) throws(ServiceError) -> (standing: Standing, viewer: Viewer) {
        let standing = try standing(of: id)
        return (standing, try Viewers.viewer(wish, standing.catalog.configuration))
    }

    /// What an id stands for now; `unknownParameter` if nothing has that id.
    func standing(of id: String) throws(ServiceError) -> Standing {
        if let standing = look(up: id) { return standing }
        throw unknown(id)
    }

    /// Why there is nothing with this id, and which one may have been meant.
    func unknown(_ id: String) -> ServiceError {
        let ids = catalog.configuration.parameters.map(\.id) + catalog.configuration.groups.map(\.id)
        return .unknownParameter(id, suggestion: Suggester.nearest(to: id, among: ids))
    }
}
