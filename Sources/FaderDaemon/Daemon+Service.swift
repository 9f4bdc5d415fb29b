package import FaderAPI
internal import FaderConsole
internal import FaderMIDI
package import FaderServer
internal import FaderSystem
internal import FaderValues
internal import Logging

extension Daemon: FaderService {
    package var endpoints: [Endpoint] {
        following.endpoints
            + all.map { [following] endpoint in endpoint.row.isOfLeader ? endpoint.refusing { following.reason } : endpoint }
    }

    private var all: [Endpoint] {
        parameters.endpoints + values.endpoints + history.endpoints + snapshots.endpoints + triggers.endpoints + exchange.endpoints
            + declarations.endpoints
            + surfaces.endpoints + loans.endpoints + profiles.endpoints + bindings.endpoints + focus.endpoints + configurations.endpoints
            + virtual.endpoints
    }

    package func accept(_ wish: ViewerRequest) throws(ServiceError) {
        _ = try commands.mirror.catalog.settings.viewer(for: wish)
    }

    package func contents(ofPage name: String) -> PageContents { parameters.contents(ofPage: name) }

    package func state(for wish: ViewerRequest, ofPage name: String? = nil) -> Rendering<StatePicture> {
        { [picture = commands.mirror.picture, devices = surroundings.devices(), leader = following.leader] in
            let catalog = picture.catalog
            let page = name.map { catalog.contents(ofPage: $0) }
            var event = StateEvent(
                parameters: picture.parameters(for: wish) { page?.has($0) ?? true }, surfaces: picture.surfaces(devices),
                touched: catalog.order.filter { picture.isTouched($0) }.map { catalog.configuration.id(of: $0) })
            event.follows = leader
            return StatePicture(event, generation: catalog.generation.number, stamp: picture.stamp, page: page)
        }
    }

    package func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for wish: ViewerRequest) -> Batch? {
        guard let (picture, changed) = commands.mirror.changes(since: stamp, generation: Generation(generation)) else { return nil }
        let catalog = picture.catalog
        let viewer = catalog.settings.lenientViewer(for: wish)
        var items: [Catalog.Item] = []
        var compounds: Set<Int> = []
        for parameter in changed {
            // Each compound comes once, before its parts.
            if let compound = catalog.compound(of: parameter), compounds.insert(compound).inserted { items.append(.compound(compound)) }
            items.append(.parameter(parameter))
        }
        let entries = items.compactMap { item in
            filter.match(catalog.configuration.id(of: item)) ? picture.entry(item, for: viewer) : nil
        }
        return Batch(entries, stamp: picture.stamp)
    }

    package func setMonitoring(_ scope: MonitorScope) async {
        // This bypasses the console, because messages that belong to no surface never reach the MIDI thread.
        let heard: @Sendable (ControllerMessage) -> Void = { [events] heard in Owner.submit { events.receive(heard) } }
        await withCheckedContinuation { continuation in
            surroundings.listen(scope == .all ? heard : nil) { continuation.resume() }
        }
        do {
            try await engine.setMonitoring(scope != .off)
        } catch {
            log.debug("monitoring is not turned \(scope == .off ? "off" : "on"): \(error)")
        }
    }

    package func follow(levels wishes: [LevelWish]) { bindings.follow(levels: wishes) }

    package func holding(of session: SessionID) -> SessionHolding {
        if values.edits.holds(session) || declarations.holds(session) || loans.holds(session) { return .more }
        return commands.gestures.holds(session) ? .gestures : .nothing
    }

    package func ended(_ session: SessionID) async {
        // First, so that another lesson can begin at once.
        loans.endLesson(of: session)
        values.edits.removeAll(of: session)
        await commands.letGo(commands.gestures.removeAll(of: session))
        await virtual.liftFingers(of: session)
        await declarations.end(of: session)
        // Last, because a motor takes a while to go home.
        await loans.end(of: session)
    }
}
