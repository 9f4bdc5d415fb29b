internal import FaderModel

extension MixerTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: MixerConnections) -> any Target {
        MixerTarget(self, bound.spec, connections.card(card))
    }
}

/// The sound cards of all mixer targets. Owned by the event loop.
final class MixerConnections: TargetConnections {
    private let surroundings: TargetSurroundings
    private var cards: [String: MixerCard] = [:]

    init(_ surroundings: TargetSurroundings) { self.surroundings = surroundings }

    func keep(for targets: [TargetSpec]) {
        let kept = Set(targets.compactMap { ($0.details as? MixerTargetSpec)?.card })
        for (name, card) in cards where !kept.contains(name) {
            card.close()
            cards[name] = nil
        }
    }

    func card(_ name: String) -> MixerCard {
        if let card = cards[name] { return card }
        let card = MixerCard(name, surroundings.loop, surroundings.log)
        cards[name] = card
        return card
    }

    func close() {
        for card in cards.values { card.close() }
        cards = [:]
    }
}
