internal import FaderModel

extension OBSTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: OBSConnections) -> any Target {
        OBSTarget(self, connections.studios[peer], bound, connections.surroundings)
    }
}

extension OBSTargetSpec: PressedTarget {
    func prepare(on connections: OBSConnections) { _ = connections.studios[peer] }

    func press(because cause: Cause, on connections: OBSConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        guard case .request(let request, let data) = subject else { preconditionFailure("\(name) cannot be pressed") }
        let studio = connections.studios[peer]
        guard studio.isThere else { return done(.failure(TargetError(description: "\(peer.name): \(studio.note ?? "it is not there")"))) }
        studio.ask(request, data) { [peer] result in
            switch result {
            case .success: done(.success("\(peer.name) has done \(request)"))
            case .failure(let failure): done(.failure(TargetError(description: "\(peer.name): \(failure.words(of: request))")))
            }
        }
    }
}

/// The connections to OBS of all obs targets. Owned by the event loop.
final class OBSConnections: TargetConnections {
    let surroundings: TargetSurroundings
    let studios: ConnectionPool<OBSPeerSpec, OBSStudio>

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        studios = ConnectionPool(open: { OBSStudio($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        studios.keep(Set(targets.compactMap { ($0.details as? OBSTargetSpec)?.peer }))
        for studio in studios.all { studio.hurry() }
    }

    func close() { studios.keep([]) }
}
