internal import FaderValues

extension MixerTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: MixerConnections) -> any Target {
        MixerTarget(self, bound.spec, connections.cards[card])
    }
}

/// The sound cards of all mixer targets. Owned by the event loop.
final class MixerConnections: TargetConnections {
    let cards: ConnectionPool<String, MixerCard>

    init(_ surroundings: TargetSurroundings) {
        cards = ConnectionPool(open: { MixerCard($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        cards.keep(Set(targets.compactMap { ($0.details as? MixerTargetSpec)?.card }))
    }

    func close() { cards.keep([]) }
}
