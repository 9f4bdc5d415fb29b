internal import FaderValues

extension SnapcastTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: SnapcastConnections) -> any Target {
        SnapcastTarget(self, connections.servers[peer], bound, connections.surroundings)
    }
}

/// Owned by the event loop.
final class SnapcastConnections: TargetConnections {
    let surroundings: TargetSurroundings
    let servers: ConnectionPool<SnapcastPeerSpec, SnapcastServer>
    /// What the config calls them.
    private var names: [SnapcastPeerSpec: String] = [:]

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        servers = ConnectionPool(open: { SnapcastServer($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        servers.keep(Set(targets.compactMap { ($0.details as? SnapcastTargetSpec)?.peer }))
        for server in servers.all { server.hurry() }
    }

    func setNames(from targets: [TargetSpec]) {
        let named = targets.compactMap { target in
            (target.details as? SnapcastTargetSpec).flatMap { spec in target.peer.map { (spec.peer, $0) } }
        }
        names = Dictionary(named, uniquingKeysWith: min)
    }

    func close() { servers.keep([]) }

    var candidates: [TargetCandidate] {
        servers.all.sorted { $0.spec.name < $1.spec.name }.flatMap { $0.candidates(names[$0.spec] ?? "") }
    }

    var unlisted: Int { servers.all.reduce(0) { $0 + $1.state.unlisted } }
}
