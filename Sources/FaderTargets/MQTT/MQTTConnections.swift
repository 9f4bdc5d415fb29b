internal import FaderValues

extension MQTTTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: MQTTConnections) -> any Target {
        MQTTTarget(self, connections.brokers[peer], bound, connections.surroundings.texts)
    }
}

extension MQTTTargetSpec: PressedTarget {
    func prepare(on connections: MQTTConnections) { _ = connections.brokers[peer] }

    func shared(on connections: MQTTConnections) -> SharedPeer? { connections.brokers[peer].shared }

    func press(on connections: MQTTConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let broker = connections.brokers[peer]
        guard broker.isThere else { return done(.failure(TargetError(description: "\(name): \(broker.note ?? "it is not there")"))) }
        broker.publish(topic, Array((form.payload ?? "").utf8), isRetained: isRetained)
        done(.success("sent to \(name)"))
    }
}

/// The connections to brokers. Owned by the event loop.
final class MQTTConnections: TargetConnections {
    let surroundings: TargetSurroundings
    let brokers: ConnectionPool<MQTTPeerSpec, MQTTBroker>

    private static let farewell = Duration.milliseconds(300)

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        brokers = ConnectionPool {
            MQTTBroker($0, surroundings)
        } close: { broker in
            // Another connection's message to the same availability topic must come later.
            let session = broker.close()
            if broker.spec.publication != nil { session?.wait(atMost: Self.farewell) }
        }
    }

    func keep(for targets: [TargetSpec]) {
        brokers.keep(Set(targets.compactMap { ($0.details as? MQTTTargetSpec)?.peer }))
        for broker in brokers.all { broker.hurry() }
    }

    func close() {
        let sessions = brokers.all.compactMap { $0.close() }
        let end = ContinuousClock.now + Self.farewell
        for session in sessions { session.wait(atMost: max(end - .now, .zero)) }
        brokers.keep([])
    }
}
