internal import FaderValues
internal import NIOCore

extension LightTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: LightConnections) -> any Target {
        LightTarget(fixture, connections.universe(universe), bound)
    }
}

/// The universes of one protocol. Owned by the event loop.
final class LightConnections: TargetConnections {
    private let surroundings: TargetSurroundings
    private let source: LightSource
    /// The universes by name. A universe with another priority is the same universe.
    private var universes: [String: LightUniverse] = [:]
    private var links: [LightLink.Route: LightLink] = [:]
    private let timer: LoopTimer

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        timer = LoopTimer(surroundings.loop)
        source = LightSource(instance: surroundings.instance)
    }

    func keep(for targets: [TargetSpec]) {
        let kept = Dictionary(
            targets.compactMap { ($0.details as? any LightKind)?.universe }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (name, universe) in universes {
            if let spec = kept[name] { universe.update(spec) } else { universe.end() }
        }
        universes = universes.filter { kept[$0.key] != nil }
        for link in links.values { if link.isUnused { link.close() } else { link.openIfClosed() } }
        links = links.filter { !$0.value.isUnused }
        setTimer()
    }

    func universe(_ spec: UniverseSpec) -> LightUniverse {
        if let universe = universes[spec.name] { return universe }
        let route = LightLink.Route(spec)
        let link = links[route] ?? LightLink(route, spec.wire, source, surroundings)
        let universe = LightUniverse(spec, link, source) { [weak self] in self?.setTimer() }
        (links[route], universes[spec.name]) = (link, universe)
        return universe
    }

    func close() {
        for universe in universes.values { universe.end() }
        for link in links.values { link.close() }
        (universes, links) = ([:], [:])
        timer.cancel()
    }

    /// One for all, so that universes without changes are sent together.
    private func setTimer() {
        // Even if a universe is due now: other changes of this moment go in the same frame.
        timer.follow(universes.values.lazy.compactMap(\.deadline).min()) { [weak self] in self?.tick() }
    }

    private func tick() {
        let now = Moment.sinceStart
        for universe in universes.values { universe.sendIfDue(at: now) }
        setTimer()
    }
}
