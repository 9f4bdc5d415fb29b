internal import FaderValues

extension OSCTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: OSCConnections) -> any Target {
        OSCTarget(self, connections.peers[peer], bound, connections.surroundings.texts)
    }
}

extension OSCTargetSpec: PressedTarget {
    func prepare(on connections: OSCConnections) { _ = connections.peers[peer] }

    func shared(on connections: OSCConnections) -> SharedPeer? { connections.peers[peer].shared }

    func press(on connections: OSCConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let peer = connections.peers[peer]
        guard peer.isThere else { return done(.failure(TargetError(description: "\(name): \(peer.note ?? "it is not there")"))) }
        peer.send(OSCMessage(address: address, arguments: sendArguments.map { OSCMessage.Argument($0) }))
        done(.success("sent to \(name)"))
    }
}

/// Owned by the event loop.
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
