internal import FaderValues

extension ConsoleTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: ConsoleConnections) -> any Target {
        ConsoleTarget(point, connections.desks[peer], bound, connections.surroundings)
    }
}

extension ConsoleTargetSpec: PressedTarget {
    func prepare(on connections: ConsoleConnections) { _ = connections.desks[peer] }

    func shared(on connections: ConsoleConnections) -> SharedPeer? { connections.desks[peer].shared }

    func press(on connections: ConsoleConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let desk = connections.desks[peer]
        guard desk.isThere else { return done(.failure(TargetError(description: "\(name): \(desk.note ?? "it is not there")"))) }
        desk.act(ConsoleMessage(address: point.address, arguments: arguments.map { ConsoleMessage.Argument($0) }))
        done(.success("sent to \(name)"))
    }
}

/// The consoles of one family. Owned by the event loop.
final class ConsoleConnections: LevelConnections {
    let surroundings: TargetSurroundings
    let desks: ConnectionPool<ConsolePeerSpec, ConsoleDesk>

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        desks = ConnectionPool(open: { ConsoleDesk($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        desks.keep(Set(targets.compactMap { ($0.details as? any ConsoleKind)?.peer }))
        for desk in desks.all { desk.hurry() }
    }

    func close() { desks.keep([]) }

    func follow(_ targets: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) {
        let specs = targets.compactMap { target in (target.details as? any ConsoleKind).map { (target, $0) } }
        for (_, spec) in specs { _ = desks[spec.peer] }
        for desk in desks.all {
            let own = specs.filter { $0.1.peer == desk.spec }
            // A fader and the sends of its strip have one meter.
            let meters = Dictionary(own.compactMap { target, spec in spec.point.meter.map { ($0, [target]) } }, uniquingKeysWith: +)
            desk.follow(Array(meters.keys)) { meter, level in for target in meters[meter] ?? [] { report(target, level) } }
        }
    }
}
