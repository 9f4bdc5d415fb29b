/// The other side of a connection that targets share: a console, a program, a broker, a sound server, a player.
public struct PeerReport: Codable, Sendable, Equatable {
    /// The word under `targets:`, or else what it is: `osc 192.168.1.10:10023`, `sound server`.
    public var name: String
    /// Of its targets, as in the config.
    public var kind: String
    /// Its description for people, with its address.
    public var address: String
    public var isThere: Bool
    /// Why it is not there; nil if it is.
    public var reason: String?
    /// In seconds.
    public var goneFor: Double?
    /// What to type to find out why it is not there; nil if that is no fault.
    public var advice: String?
    /// How many parameters are bound to it, with the triggers that press one of its targets.
    public var parameters: Int

    private enum CodingKeys: String, CodingKey { case name, kind, address, reason, goneFor, advice, parameters, isThere = "there" }

    public init(
        name: String, kind: String, address: String, isThere: Bool, reason: String?, goneFor: Double?, advice: String? = nil,
        parameters: Int
    ) {
        (self.name, self.kind, self.address, self.advice) = (name, kind, address, advice)
        (self.isThere, self.reason, self.goneFor, self.parameters) = (isThere, reason, goneFor, parameters)
    }
}

/// A peer that is not there, without its address, and the parameters that this concerns.
public struct SilentPeer: Codable, Sendable, Equatable {
    /// Its word under `targets:`; nil if it has none.
    public var name: String?
    /// Of its targets, as in the config.
    public var kind: String
    /// Ids of those that move nothing because of it, as all their targets are on peers that are not there, and of triggers that do nothing.
    public var parameters: [String]

    public init(name: String?, kind: String, parameters: [String]) { (self.name, self.kind, self.parameters) = (name, kind, parameters) }
}
