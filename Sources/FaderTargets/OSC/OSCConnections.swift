internal import FaderModel

extension OSCTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: OSCConnections) -> any Target {
        OSCTarget(self, connections.peer(peer), bound, connections.surroundings.texts)
    }
}

/// The peers of all OSC targets. Owned by the event loop.
final class OSCConnections: TargetConnections {
    let surroundings: TargetSurroundings
    private var peers: [OSCPeerSpec: OSCPeer] = [:]

    init(_ surroundings: TargetSurroundings) { self.surroundings = surroundings }

    func keep(for targets: [TargetSpec]) {
        let kept = Set(targets.compactMap { ($0.details as? OSCTargetSpec)?.peer })
        for (spec, peer) in peers where !kept.contains(spec) {
            peer.close()
            peers[spec] = nil
        }
        for peer in peers.values { peer.openIfClosed() }
    }

    func peer(_ spec: OSCPeerSpec) -> OSCPeer {
        if let peer = peers[spec] { return peer }
        let peer = OSCPeer(spec, surroundings.loop, surroundings.log)
        peers[spec] = peer
        return peer
    }

    func close() {
        for peer in peers.values { peer.close() }
        peers = [:]
    }
}
