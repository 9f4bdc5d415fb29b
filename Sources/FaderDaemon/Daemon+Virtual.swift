public import FaderAPI
internal import FaderCore
internal import FaderEngine
public import FaderServer

extension Daemon {
    /// The faders of the virtual surface as they stand.
    public func virtualFaders() async throws(ServiceError) -> [VirtualFader] {
        guard let surface = surroundings.virtualSurface else { throw .noVirtualSurface }
        return surface.faders.indices.map { virtualFader($0, of: surface) }
    }

    /// Does to a virtual fader what a hand does.
    public func virtual(_ control: String, _ gesture: VirtualGesture) async throws(ServiceError) -> VirtualFader {
        guard let surface = surroundings.virtualSurface else { throw .noVirtualSurface }
        let names = surface.faders.indices.map { Self.name(ofFader: $0) }
        guard let fader = names.firstIndex(of: control) else {
            var suggester = Suggester()
            throw .unknownControl(control, suggestion: suggester.nearest(to: control, among: names))
        }
        if case .move(let position) = gesture, !(0...1).contains(position) {
            throw .refused("a position is a number from 0 to 1, for example 0.7")
        }
        do throws(EngineError) {
            switch gesture {
            case .move(let position): try surface.move(fader, to: Position(position))
            case .touch(let isTouched): try surface.touch(fader, isTouched: isTouched)
            }
        } catch {
            throw .unavailable(error.description)
        }
        return virtualFader(fader, of: surface)
    }

    private static func name(ofFader index: Int) -> String { "fader.\(index + 1)" }

    private func virtualFader(_ index: Int, of surface: VirtualSurface) -> VirtualFader {
        let picture = desk.mirror.picture
        let configuration = picture.catalog.configuration
        let name = Self.name(ofFader: index)
        let control = surface.surface(in: configuration)?.controls.first { $0.id == name }
        let parameter = control?.parameter.map { configuration.parameters[$0] }
        let text = control?.parameter.map {
            picture.catalog.text(of: picture.reports[$0].value, parameter: $0, for: Viewer(symbols: configuration.symbols))
        }
        let fader = surface.faders[index]
        return VirtualFader(
            control: name, parameter: parameter?.id, label: parameter?.label, text: text, position: fader.position.fraction,
            touched: fader.isTouched)
    }
}
