internal import FaderModel

extension OSCTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: OSCConnections) -> any Target {
        OSCTarget(self, connections.peers[peer], bound, connections.surroundings.texts)
    }
}

/// The peers of all OSC targets. Owned by the event loop.
final class OSCConnections: TargetConnections {
    let surroundings: TargetSurroundings
    let peers: ConnectionPool<OSCPeerSpec, OSCPeer>

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        peers = ConnectionPool(open: { OSCPeer($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        peers.keep(Set(targets.compactMap { ($0.details as? OSCTargetSpec)?.peer }))
        for peer in peers.all { peer.openIfClosed() }
    }

    func close() { peers.keep([]) }
}
