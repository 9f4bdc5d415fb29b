public import FaderValues

extension Targets {
    /// Publishes messages on a broker, if it is there. From then on only `commands` are topics of commands.
    public func publish(_ messages: [Publications.Message], commands: Set<String>? = nil, on peer: MQTTPeerSpec) {
        onLoop { board in
            guard let broker = board.shared(MQTTTargetSpec.self).brokers.existing(peer) else { return }
            if let commands { broker.commands = commands }
            for message in messages { broker.publish(message.topic, message.payload, isRetained: message.isKept) }
        }
    }
}
