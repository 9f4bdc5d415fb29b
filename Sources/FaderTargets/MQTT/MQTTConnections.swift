internal import FaderModel

extension MQTTTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: MQTTConnections) -> any Target {
        MQTTTarget(self, connections.broker(peer), bound, connections.surroundings.texts)
    }
}

extension MQTTTargetSpec: PressedTarget {
    func prepare(on connections: MQTTConnections) { _ = connections.broker(peer) }

    func press(because cause: Cause, on connections: MQTTConnections, done: @escaping (Result<String, ChildError>) -> Void) {
        let broker = connections.broker(peer)
        guard broker.isThere else { return done(.failure(ChildError(description: "\(name): \(broker.note ?? "it is not there")"))) }
        broker.publish(topic, Array((payload ?? "").utf8), isRetained: isRetained)
        done(.success("sent to \(name)"))
    }
}

/// The connections to the brokers of all MQTT targets. Owned by the event loop.
final class MQTTConnections: TargetConnections {
    let surroundings: TargetSurroundings
    private var brokers: [MQTTPeerSpec: MQTTBroker] = [:]

    /// How long the last words to a broker may take.
    private static let farewell = Duration.milliseconds(300)

    init(_ surroundings: TargetSurroundings) { self.surroundings = surroundings }

    func keep(for targets: [TargetSpec]) {
        let kept = Set(targets.compactMap { ($0.details as? MQTTTargetSpec)?.peer })
        for (spec, broker) in brokers where !kept.contains(spec) {
            // What another connection says of the same availability must come later.
            let session = broker.close()
            if spec.publication != nil { session?.wait(atMost: Self.farewell) }
            brokers[spec] = nil
        }
        for broker in brokers.values { broker.hurry() }
    }

    func broker(_ spec: MQTTPeerSpec) -> MQTTBroker {
        if let broker = brokers[spec] { return broker }
        let broker = MQTTBroker(spec, surroundings)
        brokers[spec] = broker
        return broker
    }

    /// The connection of an entry of the configuration; nil if there is none.
    func known(_ spec: MQTTPeerSpec) -> MQTTBroker? { brokers[spec] }

    func close() {
        let sessions = brokers.values.compactMap { $0.close() }
        let end = ContinuousClock.now + Self.farewell
        for session in sessions { session.wait(atMost: max(end - .now, .zero)) }
        brokers = [:]
    }
}
