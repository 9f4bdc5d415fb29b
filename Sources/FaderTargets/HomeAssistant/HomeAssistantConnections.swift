internal import FaderValues

extension HomeAssistantTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: HomeAssistantConnections) -> any Target {
        guard let property = attribute.flatMap({ HomeAssistantProperty(entity, $0) }) else { preconditionFailure("\(name) is pressed") }
        return HomeAssistantTarget(self, property, connections.houses[peer], bound, connections.surroundings)
    }
}

extension HomeAssistantTargetSpec: PressedTarget {
    func prepare(on connections: HomeAssistantConnections) {
        let house = connections.houses[peer]
        if attribute == nil { house.prepare(entity) }
    }

    func shared(on connections: HomeAssistantConnections) -> SharedPeer? { connections.houses[peer].shared }

    func press(on connections: HomeAssistantConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        connections.houses[peer].press(entity, done)
    }
}

/// Owned by the event loop.
final class HomeAssistantConnections: TargetConnections {
    let surroundings: TargetSurroundings
    /// As the config calls them.
    private var names: [HomeAssistantPeerSpec: String] = [:]
    let houses: ConnectionPool<HomeAssistantPeerSpec, HomeAssistantHouse>

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        houses = ConnectionPool(open: { HomeAssistantHouse($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        let specs = targets.compactMap { $0.details as? HomeAssistantTargetSpec }
        houses.keep(Set(specs.map(\.peer)))
        let pressed = Dictionary(grouping: specs.filter { $0.attribute == nil }, by: \.peer)
        for (peer, specs) in pressed { houses[peer].setPressed(Set(specs.map(\.entity))) }
        for house in houses.all {
            if pressed[house.spec] == nil { house.setPressed([]) }
            house.hurry()
        }
    }

    func setNames(from targets: [TargetSpec]) {
        let named = targets.compactMap { target in
            (target.details as? HomeAssistantTargetSpec).flatMap { spec in target.peer.map { (spec.peer, $0) } }
        }
        names = Dictionary(named, uniquingKeysWith: min)
    }

    func close() { houses.keep([]) }

    func look() { for house in houses.all { house.look() } }

    var candidates: [TargetCandidate] {
        houses.all.sorted { $0.spec.address < $1.spec.address }.flatMap { $0.candidates(names[$0.spec] ?? "") }
    }

    var unlisted: Int { houses.all.reduce(0) { $0 + $1.unlisted } }

    var isLooking: Bool { houses.all.contains { $0.isLooking } }
}
