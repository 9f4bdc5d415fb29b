internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

extension Surfaces {
    private struct Published {
        /// `hub.listenings` at that time. If it differs, a new stream has to be told everything.
        var listenings: UInt64 = 0
        /// The controls that wait to take hold, by surface and control.
        var takeovers: [String: TakeoverEvent] = [:]
        var targets: [TargetReport] = []
        var peers = PeersEvent([])
    }

    private static let pause = Duration.milliseconds(50)

    /// Tells event streams about waiting controls and about targets. Returns when the task is cancelled.
    public func followStandings() async {
        var published = Published()
        for await _ in standings.signs {
            guard hub.isWatched else { continue }
            let listenings = hub.listenings
            let isNew = listenings != published.listenings
            published.listenings = listenings
            await publishTakeovers(&published, all: isNew)
            if standings.takeTargets() || isNew {
                await publishPeers(&published, all: isNew)
                await publishTargets(&published, all: isNew)
            }
            await Owner.sleep(for: Self.pause)
        }
    }

    private func publishTakeovers(_ published: inout Published, all: Bool) async {
        let picture = mirror.picture
        let catalog = picture.catalog
        var takeovers: [String: TakeoverEvent] = [:]
        for surface in catalog.configuration.surfaces.rowIndices where picture.connections[surface] != Connections() {
            let spec = catalog.configuration.surfaces[surface]
            let controls = Array(zip(spec.controls, catalog.controls(ofSurface: surface)))
            guard controls.contains(where: { $0.0.takesOver }), let states = await self.takeovers(catalog, surface) else { continue }
            for (takeover, (control, index)) in zip(states, controls) {
                guard let takeover, takeover.waiting else { continue }
                let parameter = catalog.binding(of: index, under: picture.hands)?.parameter.map { catalog.id(of: $0) }
                takeovers["\(spec.name) \(control.id)"] = TakeoverEvent(
                    surface: spec.name, control: control.id, parameter: parameter, takeover: takeover)
            }
        }
        for (name, event) in published.takeovers where takeovers[name] == nil {
            publish(
                TakeoverEvent(surface: event.surface, control: event.control, parameter: event.parameter, takeover: event.taken), name,
                catalog)
        }
        for (name, event) in takeovers where all || published.takeovers[name] != event { publish(event, name, catalog) }
        published.takeovers = takeovers
    }

    private func publish(_ event: TakeoverEvent, _ name: String, _ catalog: Catalog) {
        hub.publish(News(EventName.takeover, event, of: name, generation: catalog.generation.number))
    }

    private func publishPeers(_ published: inout Published, all: Bool) async {
        let peers = PeersEvent(await targets.silent())
        guard all ? !targets.isEmpty || published.peers != PeersEvent([]) : peers != published.peers else { return }
        published.peers = peers
        hub.publish(News(EventName.peers, peers))
    }

    private func publishTargets(_ published: inout Published, all: Bool) async {
        let targets = await targets.reports(for: Viewer()).targets.map(\.standing)
        guard all ? !targets.isEmpty || !published.targets.isEmpty : targets != published.targets else { return }
        published.targets = targets
        hub.publish(News(EventName.targets, targets))
    }

    /// Nil for a control that never has to take hold; the whole is nil if the MIDI thread cannot tell now.
    func takeovers(_ catalog: Catalog, _ surface: SurfaceIndex) async -> [ControlResource.Takeover?]? {
        let specs = catalog.configuration.surfaces[surface].controls
        var takeovers: [ControlResource.Takeover?] = []
        for start in stride(from: 0, to: specs.count, by: TakeoverStates.room) {
            let first = catalog.controls(ofSurface: surface).lowerBound.advanced(by: start)
            let states: TakeoverStates?
            do {
                states = try await engine.takeovers(from: first, generation: catalog.generation)
            } catch {
                log.debug("no takeovers: \(error)")
                return nil
            }
            guard let states else { return nil }
            for place in start..<min(start + TakeoverStates.room, specs.count) {
                takeovers.append(ControlResource.Takeover(specs[place], states, bit: place - start))
            }
        }
        return takeovers
    }
}

extension TakeoverEvent {
    /// The control has taken hold, or drives something else.
    fileprivate var taken: ControlResource.Takeover { ControlResource.Takeover(mode: takeover.mode) }
}
