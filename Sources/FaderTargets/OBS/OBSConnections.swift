internal import FaderModel

extension OBSTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: OBSConnections) -> any Target {
        OBSTarget(self, connections.studio(peer), bound, connections.surroundings)
    }
}

extension OBSTargetSpec: PressedTarget {
    func prepare(on connections: OBSConnections) { _ = connections.studio(peer) }

    func press(because cause: Cause, on connections: OBSConnections, done: @escaping (Result<String, ChildError>) -> Void) {
        guard case .request(let request, let data) = subject else { preconditionFailure("\(name) cannot be pressed") }
        let studio = connections.studio(peer)
        guard studio.isThere else { return done(.failure(ChildError(description: "\(peer.name): \(studio.note ?? "it is not there")"))) }
        studio.ask(request, data) { [peer] result in
            switch result {
            case .success: done(.success("\(peer.name) has done \(request)"))
            case .failure(let failure): done(.failure(ChildError(description: "\(peer.name): \(failure.words(of: request))")))
            }
        }
    }
}

/// The connections to OBS of all obs targets. Owned by the event loop.
final class OBSConnections: TargetConnections {
    let surroundings: TargetSurroundings
    private var studios: [OBSPeerSpec: OBSStudio] = [:]

    init(_ surroundings: TargetSurroundings) { self.surroundings = surroundings }

    func keep(for targets: [TargetSpec]) {
        let kept = Set(targets.compactMap { ($0.details as? OBSTargetSpec)?.peer })
        for (spec, studio) in studios where !kept.contains(spec) {
            studio.close()
            studios[spec] = nil
        }
        for studio in studios.values { studio.hurry() }
    }

    func studio(_ spec: OBSPeerSpec) -> OBSStudio {
        if let studio = studios[spec] { return studio }
        let studio = OBSStudio(spec, surroundings)
        studios[spec] = studio
        return studio
    }

    /// All that are open.
    var all: [OBSStudio] { Array(studios.values) }

    func close() {
        for studio in studios.values { studio.close() }
        studios = [:]
    }
}
