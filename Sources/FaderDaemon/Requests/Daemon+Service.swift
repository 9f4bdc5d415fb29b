public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
public import FaderModel
public import FaderServer
internal import FaderState
internal import Logging

extension Daemon: FaderService {
    /// Everything that the daemon answers.
    package var endpoints: [Endpoint] {
        readingEndpoints + valueEndpoints + patchEndpoints + historyEndpoints + snapshotEndpoints + importEndpoints + editEndpoints
            + declarationEndpoints + surfaces.endpoints + loans.endpoints + profiles.endpoints + targetEndpoints
            + reloadEndpoints + virtual.endpoints
    }

    /// The pages of the config, in its order.
    public func pages() -> [PageResource] {
        desk.mirror.catalog.configuration.pages.map { PageResource(name: $0.name, show: $0.show) }
    }

    /// Refuses an unknown locale.
    public func accept(_ wish: ViewerRequest) throws(ServiceError) {
        _ = try Viewers.viewer(wish, desk.mirror.catalog.configuration)
    }

    /// All parameters and groups, in the order of the config.
    public func parameters(for wish: ViewerRequest) -> Rendering<[ParameterResource]> {
        { [picture = desk.mirror.picture] in picture.parameters(for: wish) }
    }

    /// All parameters and surfaces as of one moment.
    public func state(for wish: ViewerRequest) -> Rendering<StatePicture> {
        { [picture = desk.mirror.picture, devices = surroundings.devices()] in
            let catalog = picture.catalog
            let event = StateEvent(
                parameters: picture.parameters(for: wish), surfaces: picture.surfaces(devices),
                touched: catalog.order.filter { picture.isTouched($0) }.map { catalog.configuration.id(of: $0) })
            return StatePicture(event, generation: catalog.generation.number, stamp: picture.stamp)
        }
    }

    /// What changed after a stamp.
    public func batch(since stamp: UInt64, generation: UInt64, prefix: IDPatterns, for wish: ViewerRequest) -> Batch? {
        guard let (picture, changed) = desk.mirror.changes(since: stamp, generation: Generation(generation)) else { return nil }
        let catalog = picture.catalog
        let viewer = Viewers.lenient(wish, catalog.configuration)
        var items: [Catalog.Item] = []
        var groups: Set<Int> = []
        for parameter in changed {
            // A group comes before its parts, once.
            if let group = catalog.group(of: parameter), groups.insert(group).inserted { items.append(.group(group)) }
            items.append(.parameter(parameter))
        }
        let entries = items.compactMap { item in
            prefix.isEmpty || prefix.match(catalog.configuration.id(of: item)) ? catalog.entry(item, in: picture, for: viewer) : nil
        }
        return Batch(entries, stamp: picture.stamp)
    }

    /// One parameter; `unknownParameter` if there is none with that id.
    public func parameter(_ id: String, for wish: ViewerRequest) throws(ServiceError) -> ParameterResource {
        let (standing, viewer) = try desk.mirror.look(up: id, wish)
        return standing.resource(for: viewer)
    }

    /// The last decisions about a parameter, or about the parts of a group, oldest first.
    public func explain(_ id: String, for wish: ViewerRequest) async throws(ServiceError) -> ExplainResource {
        while true {
            let (standing, viewer) = try desk.mirror.look(up: id, wish)
            let catalog = standing.catalog
            var all: [(decision: Decision, parameter: ParameterIndex)]? = []
            for parameter in standing.parameters {
                let decisions = try await engine.asked {
                    try await $0.explain(parameter: catalog.slot(of: parameter), generation: catalog.generation)
                }
                all = decisions.flatMap { decisions in all.map { $0 + decisions.map { ($0, parameter) } } }
            }
            // Nil means that another configuration is in force by now.
            guard let all else { continue }
            let targets = await targets(of: id, for: viewer)
            let hidden = catalog.hidden(standing.parameters, borrowed: loans.names)
            return ExplainResource(
                id: id, text: standing.resource(for: viewer).text,
                decisions: all.reversed().sorted { $0.decision.time < $1.decision.time }
                    .map { catalog.resource($0.decision, of: $0.parameter, by: desk.writers[$0.decision.change], for: viewer) },
                targets: targets, hidden: hidden.isEmpty ? nil : hidden)
        }
    }

    /// Sets which MIDI messages are reported.
    public func setMonitoring(_ scope: MonitorScope) async {
        // This bypasses the console: messages that belong to no surface never reach the MIDI thread.
        if scope == .all {
            surroundings.listen { [desk] heard in Owner.submit { desk.receive(heard) } }
        } else {
            surroundings.listen(nil)
        }
        do {
            try await engine.setMonitoring(scope != .off)
        } catch {
            log.debug("monitoring is not turned \(scope == .off ? "off" : "on"): \(error)")
        }
    }
}

extension Mirror.Picture {
    /// All parameters and groups, in the order of the config.
    fileprivate func parameters(for wish: ViewerRequest) -> [ParameterResource] {
        let viewer = Viewers.lenient(wish, catalog.configuration)
        return catalog.order.map { item in
            catalog.resource(item, catalog.parameters(of: item).map { reports[$0] }, hands, for: viewer)
        }
    }
}

extension Daemon {
    /// Reading parameters.
    var readingEndpoints: [Endpoint] {
        [
            .long(Routes.listParameters) { [self] call throws(ServiceError) in
                try accept(call.viewer)
                let (wanted, render) = (call.prefixes, parameters(for: call.viewer))
                return { render().filter { wanted.match($0.id) } }
            },
            .atOnce(Routes.getParameter) { [self] call, _ throws(ServiceError) in try parameter(call.id, for: call.viewer) },
            .on(Routes.explainParameter) { [self] call, _ throws(ServiceError) in try await explain(call.id, for: call.viewer) },
            .on(Routes.listPages) { [self] _, _ in pages() },
        ]
    }
}
