internal import FaderValues

extension MPRISTargetSpec: ConnectedTarget {
    static var listsUnbound: Bool { true }
    /// A player is there only if somebody has started it.
    static var absenceAdvice: String? { nil }

    func target(for bound: BoundParameter, on connections: MPRISConnections) -> any Target {
        guard case .property(let property) = use else { preconditionFailure("a parameter is bound to a call") }
        return PlayerTarget(property, bound.spec, connections.players, connections.players.choice(player), connections.surroundings.loop)
    }
}

extension MPRISTargetSpec: PressedTarget {
    func prepare(on connections: MPRISConnections) { connections.players.choice(player).prepare() }

    func shared(on connections: MPRISConnections) -> SharedPeer? { connections.players.choice(player).shared }

    func press(on connections: MPRISConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        guard case .call(let call) = use else { preconditionFailure("a trigger presses a property") }
        connections.players.choice(player).press(call, done)
    }
}

/// The session bus and its players. Owned by the event loop.
final class MPRISConnections: TargetConnections {
    let surroundings: TargetSurroundings
    private var current: Players?
    private var targets: [PlayerTarget] = []
    private let lookEnd: LoopTimer

    init(_ surroundings: TargetSurroundings) { (self.surroundings, lookEnd) = (surroundings, LoopTimer(surroundings.loop)) }

    var players: Players {
        if let current { return current }
        let players = Players(surroundings)
        current = players
        return players
    }

    func keep(for targets: [TargetSpec]) {
        let globs = Set(targets.compactMap { ($0.details as? MPRISTargetSpec)?.player })
        guard globs.isEmpty, !lookEnd.isSet else { return current?.keep(globs) ?? () }
        close()
    }

    func look() {
        _ = players
        lookEnd.set(in: TargetSurroundings.lookTime) { [weak self] in
            // Triggers press players without being targets.
            if let self, targets.isEmpty, current?.isUnused == true { close() }
        }
    }

    func setOrder(_ targets: [any Target]) { self.targets = targets.compactMap { $0 as? PlayerTarget } }

    func close() {
        lookEnd.cancel()
        current?.close()
        (current, targets) = (nil, [])
    }

    var candidates: [TargetCandidate] {
        (current?.all ?? []).map { player in
            TargetCandidate(
                kind: "player", of: MPRISTargetSpec.word, name: player.name, words: ["mpris: \(player.name)"],
                parameter: targets.first { $0.player == player }?.parameter.id)
        }
    }
}
