public import FaderValues

extension MQTTPeerSpec.Publication {
    public var availability: String { topic + "/availability" }
    static let (present, gone) = ("online", "offline")
    /// The topic that recalls a snapshot by its name.
    public var recall: String { topic + "/recall" }
    /// Home Assistant announces here that it has started.
    public static let homeAssistant = "homeassistant/status"
    public func state(of id: String) -> String { "\(topic)/\(id)/state" }
    public func availability(of id: String) -> String { "\(topic)/\(id)/availability" }
    /// The topic that tells each press of a trigger.
    public func presses(of id: String) -> String { "\(topic)/\(id)/pressed" }
    /// Whether something is there, in Home Assistant's words.
    public static func word(isThere: Bool) -> String { isThere ? present : gone }
    /// The topic of commands. It is not that of the value, so that faderd never receives its own messages as commands.
    public func command(for id: String) -> String { "\(topic)/\(id)/set" }

    public func id(ofState topic: String) -> String? {
        guard topic.hasPrefix(self.topic + "/"), topic.hasSuffix("/state") else { return nil }
        let id = String(topic.dropFirst(self.topic.count + 1).dropLast("/state".count))
        return state(of: id) == topic ? id : nil
    }

    /// The id of its device in Home Assistant, in characters that are allowed in discovery topics.
    public var device: String { "faderd_" + Self.word(topic) }
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
