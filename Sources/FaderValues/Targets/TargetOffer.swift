public import FaderJSON

/// A parameter that something outside could be bound to: what the config would say of it.
public struct TargetOffer: Codable, Sendable, Equatable {
    /// What it is, in one word: `volume`, `mute`, `scene`, or as the peer calls it, such as the setting of a filter.
    public var what: String
    /// The keys of the parameter, with its whole `target`.
    public var parameter: [String: JSONValue]
    /// What is there now, for people; nil if nobody has told it.
    public var value: String?

    public init(what: String, parameter: [String: JSONValue], value: String? = nil) {
        (self.what, self.parameter, self.value) = (what, parameter, value)
    }

    public static func canName(_ name: String) -> Bool {
        name.utf8.count <= longest && name == name.withoutControls() && !name.allSatisfy(\.isWhitespace)
    }

    private static let longest = 256
}
