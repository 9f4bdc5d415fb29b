internal import FaderValues
internal import Logging

extension PulseTargetSpec: ConnectedTarget {
    static var listsUnbound: Bool { true }
    static var absenceAdvice: String? { "pactl info   (it says whether a sound server runs for this user)" }

    func target(for bound: BoundParameter, on connections: PulseConnections) -> any Target {
        if property == .device { return PulseDeviceTarget(self, bound, connections.server, connections.surroundings) }
        return PulseTarget(self, bound.spec.id, connections.server) { [id = bound.spec.id] in connections.surroundings.supplyLook(id, $0) }
    }
}

/// The sound server of all pulse targets and of `apps:`. Owned by the event loop.
final class PulseConnections: LevelConnections {
    let server: PulseServer
    private let apps: PlayingApps
    var wantsApps = false
    private let lookEnd: LoopTimer
    fileprivate let surroundings: TargetSurroundings

    init(_ surroundings: TargetSurroundings) {
        (lookEnd, self.surroundings) = (LoopTimer(surroundings.loop), surroundings)
        server = PulseServer(surroundings.loop, surroundings.log, presenceChanged: surroundings.peersChanged)
        let log = surroundings.log
        apps = PlayingApps(
            surroundings.loop,
            onFull: { log.warning("sound server: more than \(ProgramWords.most) programs play; the others get no parameters") },
            onChange: surroundings.playing)
    }

    /// `setOrder` closes the server when nobody needs it.
    func keep(for targets: [TargetSpec]) {}

    func setOrder(_ targets: [any Target]) {
        server.setOrder(
            targets.compactMap { $0 as? PulseTarget }, choosers: targets.compactMap { ($0 as? PulseDeviceTarget)?.update },
            apps: wantsApps ? apps : nil)
        if !wantsApps { apps.clear() }
    }

    func put(inFront program: ProgramInFront?) { server.put(inFront: program) }

    func look() {
        server.isLookedAt = true
        lookEnd.set(in: TargetSurroundings.lookTime) { [weak self] in self?.server.isLookedAt = false }
    }

    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) { server.follow(targets, report) }

    func close() {
        server.meters.close()
        lookEnd.cancel()
        apps.clear()
        server.close()
    }

    var candidates: [TargetCandidate] { server.candidates }
}
