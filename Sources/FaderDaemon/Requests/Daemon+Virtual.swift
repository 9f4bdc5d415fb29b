public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel
public import FaderServer

extension Daemon {
    /// The faders of the virtual surface, as they are now.
    public func virtualFaders() async throws(ServiceError) -> [VirtualFader] {
        guard let surface = surroundings.virtualSurface else { throw .noVirtualSurface }
        var faders: [VirtualFader] = []
        for index in surface.faders.indices { faders.append(try await virtualFader(index, of: surface)) }
        return faders
    }

    /// Moves or touches a virtual fader as a hand would.
    public func virtual(_ control: String, _ gesture: VirtualGesture, in session: SessionID) async throws(ServiceError) -> VirtualFader {
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
            case .touch(let isTouched): try fingers.touch(fader, isTouched, in: session, on: surface)
            }
        } catch {
            throw .unavailable(error.description)
        }
        return try await virtualFader(fader, of: surface)
    }

    private static func name(ofFader index: Int) -> String { "fader.\(index + 1)" }

    private func virtualFader(_ index: Int, of surface: VirtualSurface) async throws(ServiceError) -> VirtualFader {
        let name = Self.name(ofFader: index)
        let driven = try await parameter(drivenBy: name, of: surface)
        let picture = desk.mirror.picture
        let viewer = Viewer(symbols: picture.catalog.configuration.symbols)
        let parameter = driven.flatMap { id -> ParameterIndex? in
            if case .parameter(let index)? = picture.catalog.places[id] { index } else { nil }
        }
        let spec = parameter.map { picture.catalog.configuration.parameters[$0] }
        let text = parameter.map { picture.catalog.text(of: picture.reports[$0].value, parameter: $0, for: viewer) }
        let fader = surface.faders[index]
        return VirtualFader(
            control: name, parameter: spec?.id, label: spec?.label, text: text, position: fader.position.fraction,
            touched: fader.isTouched)
    }

    /// The id of the parameter that a virtual fader drives; for the nearer end of a range, the end it drove last. Nil if there is none.
    private func parameter(drivenBy name: String, of surface: VirtualSurface) async throws(ServiceError) -> String? {
        while true {
            let catalog = desk.mirror.catalog
            guard let spec = surface.surface(in: catalog.configuration),
                let place = catalog.controlNames.firstIndex(of: "\(spec.name) \(name)"), let parameter = catalog.mappings[place].parameter
            else { return nil }
            let parameters = catalog.configuration.parameters
            guard catalog.mappings[place].otherEnd != nil else { return parameters[parameter].id }
            // Only the MIDI thread knows which end that is.
            let (control, generation) = (ControlIndex(place), catalog.generation)
            let driven = try await asked { try await self.engine.parameter(drivenBy: control, generation: generation) }
            if let driven { return driven.flatMap { catalog.index(ofSlot: $0) }.map { parameters[$0].id } }
        }
    }
}
