internal import FaderModel
internal import NIOCore

extension LightTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: LightConnections) -> any Target {
        LightTarget(fixture, connections.universe(universe), bound)
    }
}

/// The universes of one protocol. Owned by the event loop.
final class LightConnections: TargetConnections {
    private let surroundings: TargetSurroundings
    private let source: LightSource
    /// By their names: another priority makes no other universe.
    private var universes: [String: LightUniverse] = [:]
    private var links: [LightLink.Place: LightLink] = [:]
    private var timer: Scheduled<Void>?
    private var timerEnd: LightPace.Moment?

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        source = LightSource(instance: surroundings.instance)
    }

    func keep(for targets: [TargetSpec]) {
        let kept = Dictionary(
            targets.compactMap { ($0.details as? any LightKind)?.universe }.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for (name, universe) in universes {
            if let spec = kept[name] {
                universe.take(spec)
            } else {
                universe.end()
                universes[name] = nil
            }
        }
        for (place, link) in links {
            if link.isUnused {
                link.close()
                links[place] = nil
            } else {
                link.openIfClosed()
            }
        }
        setTimer()
    }

    func universe(_ spec: UniverseSpec) -> LightUniverse {
        if let universe = universes[spec.name] { return universe }
        let place = LightLink.Place(spec)
        let link = links[place] ?? LightLink(place, spec.wire, source, surroundings)
        links[place] = link
        let universe = LightUniverse(spec, link, source) { [weak self] in self?.setTimer() }
        universes[spec.name] = universe
        return universe
    }

    func close() {
        for universe in universes.values { universe.end() }
        for link in links.values { link.close() }
        timer?.cancel()
        (universes, links, timer, timerEnd) = ([:], [:], nil, nil)
    }

    /// One timer for all, so that universes without news are sent together.
    private func setTimer() {
        let next = universes.values.lazy.compactMap(\.deadline).min()
        guard next != timerEnd else { return }
        timer?.cancel()
        (timer, timerEnd) = (nil, next)
        guard let next else { return }
        // Even if it is over: what else changes at this moment is sent in the same frame.
        timer = surroundings.loop.assumeIsolated().scheduleTask(deadline: .uptimeNanoseconds(0) + TimeAmount(next)) { [weak self] in
            self?.tick()
        }
    }

    private func tick() {
        timerEnd = nil
        let now = LightPace.Moment.sinceStart
        for universe in universes.values { universe.sendIfDue(at: now) }
        setTimer()
    }
}
