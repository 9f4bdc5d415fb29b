/// A mixing console that has answered, in the output of `faderd --consoles` and `faderctl consoles --json`.
public struct FoundConsole: Codable, Sendable, Equatable {
    /// The word of its family in the config, such as `x32`.
    public var family: String
    /// The name that somebody gave it.
    public var name: String
    /// The model, such as `X32RACK`.
    public var model: String
    public var firmware: String
    /// Its address as the config writes it: with the port only if that is not the usual one.
    public var address: String
    /// Its strips. Like the next three, they are known only of a console that was asked by its own address.
    public var strips: [Strips]
    /// What its main strip is called in the config; nil unless it was asked by its own address.
    public var main: String?
    /// Whether that has a mute; nil unless it was asked by its own address.
    public var mutesMain: Bool?
    /// Whether it tells which strip is selected; nil unless it was asked by its own address.
    public var selects: Bool?

    /// The words of all families, and of those that answer whoever asks.
    public static let families = introduced + ["sq", "qu", "ui", "tf", "dm3", "ql"]
    static let introduced = ["x32", "xair", "wing"]

    /// What `consoles add` is given to find it: the address, with the family before it if it does not say itself which it is.
    public var place: String { Self.introduced.contains(family) ? address : "\(family):\(address)" }

    public struct Strips: Codable, Sendable, Equatable {
        /// Their word in the config, such as `ch`.
        public var word: String
        /// Empty where a strip has none, or the console has not answered.
        public var names: [String]
        /// Which of `mute`, `pan` and `solo` they have.
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
    /// The consoles that have answered, by their addresses.
    public var consoles: [FoundConsole]
    /// Why nobody could be asked; nil if somebody was.
    public var problem: String?

    package init(consoles: [FoundConsole], problem: String? = nil) { (self.consoles, self.problem) = (consoles, problem) }
}
