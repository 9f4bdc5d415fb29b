internal import FaderValues

extension OBSTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: OBSConnections) -> any Target {
        OBSTarget(self, connections.studios[peer], bound, connections.surroundings)
    }
}

extension OBSTargetSpec: PressedTarget {
    func prepare(on connections: OBSConnections) { _ = connections.studios[peer] }

    func shared(on connections: OBSConnections) -> SharedPeer? { connections.studios[peer].shared }

    func press(on connections: OBSConnections, done: @escaping (Result<String, TargetError>) -> Void) {
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

/// Owned by the event loop.
final class OBSConnections: LevelConnections {
    let surroundings: TargetSurroundings
    let studios: ConnectionPool<OBSPeerSpec, OBSStudio>
    /// As the config calls them.
    private var names: [OBSPeerSpec: String] = [:]

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        studios = ConnectionPool(open: { OBSStudio($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        studios.keep(Set(targets.compactMap { ($0.details as? OBSTargetSpec)?.peer }))
        for studio in studios.all { studio.hurry() }
    }

    func setNames(from targets: [TargetSpec]) {
        let named = targets.compactMap { target in
            (target.details as? OBSTargetSpec).flatMap { spec in target.peer.map { (spec.peer, $0) } }
        }
        names = Dictionary(named, uniquingKeysWith: min)
    }

    func close() { studios.keep([]) }

    func look() { for studio in studios.all { studio.lookAtThings() } }

    var isLooking: Bool { studios.all.contains { $0.things.isAsking } }

    var candidates: [TargetCandidate] {
        studios.all.sorted { $0.spec.address < $1.spec.address }.flatMap { $0.candidates(names[$0.spec] ?? "") }
    }

    var unlisted: Int { studios.all.reduce(0) { $0 + $1.things.more } }

    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) {
        let specs = targets.compactMap { target in (target.details as? OBSTargetSpec).map { (target, $0) } }
        for (_, spec) in specs { _ = studios[spec.peer] }
        for studio in studios.all {
            let own = specs.filter { $0.1.peer == studio.spec }
            let inputs = Dictionary(own.compactMap { target, spec in spec.input.map { ($0, target) } }) { first, _ in first }
            studio.onLevel = inputs.isEmpty ? nil : { input, level in if let target = inputs[input] { report(target, level) } }
            studio.levels = Set(inputs.keys)
        }
    }
}

extension OBSTargetSpec {
    fileprivate var input: String? { if case .input(let input, _) = subject { input } else { nil } }
}
