public import FaderModel
internal import NIOCore
internal import Synchronization

/// News from the brokers on which parameters are published. Safe to use from anywhere.
public final class Publications: Sendable {
    /// What has happened.
    public enum News: Sendable {
        /// The broker is there. Everything has to be published again.
        case connected
        /// The retained document for Home Assistant. Follows `connected`, if there is one.
        case document([UInt8])
        /// There is no connection, for this reason.
        case lost(String)
        /// Somebody has just published a command. Retained commands are not reported.
        case command(topic: String, payload: [UInt8])
    }

    /// A retained message. With an empty payload, the broker forgets the topic.
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
    /// Publishes messages on a broker, if it is there. `commands` replaces the topics of commands.
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
    /// The topic on which the parameter is set. It differs from the topic of the value, so that faderd never receives its own messages as commands.
    public func command(for id: String) -> String { "\(topic)/\(id)/set" }

    /// The id of the parameter whose value is in a topic; nil if it is another topic.
    public func id(ofState topic: String) -> String? {
        guard topic.hasPrefix(self.topic + "/"), topic.hasSuffix("/state") else { return nil }
        let id = String(topic.dropFirst(self.topic.count + 1).dropLast("/state".count))
        return state(of: id) == topic ? id : nil
    }

    /// The id of its device in Home Assistant, in characters that are allowed in discovery topics.
    public var device: String { "faderd_" + Self.word(topic) }
    /// The topic of the discovery document for Home Assistant.
    public var discovery: String { "homeassistant/device/\(device)/config" }

    /// A text written in letters, digits, `_` and `-`. Different texts have different results.
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

    /// The topics to subscribe to for commands, with wildcards.
    var subscriptions: [String] { [command(for: "+")] + (hasSnapshots ? [recall] : []) + (isDiscovered ? [Self.homeAssistant] : []) }
}
