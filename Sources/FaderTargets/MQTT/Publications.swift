public import FaderModel
internal import NIOCore
internal import Synchronization

/// What comes from the brokers on which parameters are published. Safe to use from anywhere.
public final class Publications: Sendable {
    /// What has happened.
    public enum News: Sendable {
        /// The broker is there. What was published before has to be published again.
        case connected
        /// What the broker has kept of the last document for Home Assistant. Follows `connected`, if there is one.
        case document([UInt8])
        /// There is no connection, with the reason.
        case lost(String)
        /// Somebody has published a command just now. What the broker kept from former times is not reported.
        case command(topic: String, payload: [UInt8])
    }

    /// A message that the broker keeps; without a payload it forgets the topic.
    public struct Message: Sendable {
        let topic: String
        let payload: [UInt8]

        /// A message with a text.
        public init(_ topic: String, _ text: String) { (self.topic, payload) = (topic, Array(text.utf8)) }
    }

    private let reader = Mutex<(@Sendable (MQTTPeerSpec, News) -> Void)?>(nil)

    /// Passes all news to `reader`, which is called on the loop of the targets.
    public func read(by reader: @escaping @Sendable (MQTTPeerSpec, News) -> Void) { self.reader.withLock { $0 = reader } }

    func report(_ peer: MQTTPeerSpec, _ news: News) { reader.withLock { $0 }?(peer, news) }
}

extension Targets {
    /// Publishes messages on a broker, if it is there. From then on only `commands` are topics of commands.
    public func publish(_ messages: [Publications.Message], commands: Set<String>? = nil, on peer: MQTTPeerSpec) {
        onLoop { board in
            guard let broker = board.shared(MQTTTargetSpec.self).brokers.existing(peer) else { return }
            if let commands { broker.commands = commands }
            for message in messages { broker.publish(message.topic, message.payload, isRetained: true) }
        }
    }
}

extension MQTTPeerSpec.Publication {
    /// The topic that says whether faderd is there.
    public var availability: String { topic + "/availability" }
    static let (present, gone) = ("online", "offline")
    /// The topic on which a snapshot is recalled by its name.
    public var recall: String { topic + "/recall" }
    /// The topic on which Home Assistant announces that it has started.
    public static let homeAssistant = "homeassistant/status"
    /// The topic of a parameter's value.
    public func state(of id: String) -> String { "\(topic)/\(id)/state" }
    /// The topic on which it is set: not that of its value, so that faderd never hears itself.
    public func command(for id: String) -> String { "\(topic)/\(id)/set" }

    /// The id of the parameter whose value a topic has; nil if it has none.
    public func id(ofState topic: String) -> String? {
        guard topic.hasPrefix(self.topic + "/"), topic.hasSuffix("/state") else { return nil }
        let id = String(topic.dropFirst(self.topic.count + 1).dropLast("/state".count))
        return state(of: id) == topic ? id : nil
    }

    /// What distinguishes it among all devices of Home Assistant, in the characters that topics of discovery may have.
    public var device: String { "faderd_" + Self.word(topic) }
    /// The topic of the document that tells Home Assistant what there is.
    public var discovery: String { "homeassistant/device/\(device)/config" }

    /// A text in letters, digits, `_` and `-`, so that no two texts become one.
    public static func word(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                String(UnicodeScalar(byte))
            case UInt8(ascii: "/"), UInt8(ascii: "."): byte == UInt8(ascii: "/") ? "_" : "__"
            default: "-" + String(byte, radix: 16)
            }
        }.joined()
    }

    /// The topics, with wildcards, that commands come from.
    var subscriptions: [String] { [command(for: "+")] + (hasSnapshots ? [recall] : []) + (isDiscovered ? [Self.homeAssistant] : []) }
}
