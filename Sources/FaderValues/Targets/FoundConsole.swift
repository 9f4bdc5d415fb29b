/// A mixing console that has answered, in the output of `faderd --consoles` and `faderctl consoles --json`.
public struct FoundConsole: Codable, Sendable, Equatable {
    /// In the config, such as `x32`.
    public var family: String
    /// Somebody gave it.
    public var name: String
    /// Such as `X32RACK`.
    public var model: String
    public var firmware: String
    /// As the config writes it: with the port only if that is not the usual one.
    public var address: String
    /// Like the next three, only known of a console that was asked by its own address.
    public var strips: [Strips]
    /// In the config.
    public var main: String?
    /// The main strip has a mute.
    public var mutesMain: Bool?
    /// It tells which strip is selected.
    public var selects: Bool?

    /// Those of `introduced` answer whoever asks.
    public static let families = introduced + ["sq", "qu", "ui", "tf", "dm3", "ql"]
    static let introduced = ["x32", "xair", "wing"]

    /// For `consoles add`: the address, with the family before it if it does not say itself which it is.
    public var place: String { Self.introduced.contains(family) ? address : "\(family):\(address)" }

    public struct Strips: Codable, Sendable, Equatable {
        /// In the config, such as `ch`.
        public var word: String
        /// Empty where a strip has none, or the console has not answered.
        public var names: [String]
        /// Of `mute`, `pan` and `solo`.
        public var properties: [String]

        package init(word: String, names: [String], properties: [String]) {
            (self.word, self.names, self.properties) = (word, names, properties)
        }
    }

    package init(family: String, name: String, model: String, firmware: String, address: String, strips: [Strips] = []) {
        (self.family, self.name, self.model, self.firmware) = (family, name, model, firmware)
        (self.address, self.strips) = (address, strips)
    }
}

public struct ConsoleSearchOutcome: Codable, Sendable, Equatable {
    /// By their addresses.
    public var consoles: [FoundConsole]
    /// Why nobody could be asked.
    public var problem: String?

    package init(consoles: [FoundConsole], problem: String? = nil) { (self.consoles, self.problem) = (consoles, problem) }
}
