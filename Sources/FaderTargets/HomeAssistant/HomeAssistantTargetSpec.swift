public import FaderValues

/// A connection to Home Assistant: one entry of `targets:`.
public struct HomeAssistantPeerSpec: Sendable, Hashable {
    public var host: String
    public var port: Int
    /// A long-lived access token; nil only where access does not matter, see `TargetKind.withoutAccess`.
    public var token: SecretFile?

    public static let defaultPort = 8123

    public init(host: String, port: Int = HomeAssistantPeerSpec.defaultPort, token: SecretFile?) {
        (self.host, self.port, self.token) = (host, port, token)
    }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var address: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    public var name: String { "home-assistant \(address)" }
}

/// An entity of Home Assistant, and what of it is bound.
public struct HomeAssistantTargetSpec: TargetKind {
    /// Depends on the entity's domain, the word before the dot of its id.
    public enum Attribute: String, Sendable, CaseIterable {
        /// On or off, open or closed.
        case state
        case brightness, color, temperature, effect
        case speed, preset
        case position, tilt
        case volume, mute, source
        case mode
        case value
        case option
    }

    public var peer: HomeAssistantPeerSpec
    /// Such as `light.desk`.
    public var entity: String
    /// Nil: a trigger presses it.
    public var attribute: Attribute?
    /// What the domain has for such a parameter, which is then called as the entity is.
    public var isMain: Bool
    /// What Home Assistant calls the options of a choice; empty: as their labels.
    public var words: [String]
    public var suppliesOptions: Bool

    public static let word = "home-assistant"
    public static let peerKeys = ["home-assistant", "token-file"]
    public static let shownKeys = ["home-assistant", "entity", "attribute", "words"]
    public static let takesColors = true
    /// Yes: scenes, scripts and buttons.
    public static let takesPresses = true
    /// It may be on another machine; on this one it is reached over the loopback network.
    public var needsNetwork: Bool { true }

    public init(
        peer: HomeAssistantPeerSpec, entity: String, _ attribute: Attribute?, isMain: Bool = true, words: [String] = [],
        suppliesOptions: Bool = false
    ) {
        (self.peer, self.entity, self.attribute, self.isMain) = (peer, entity, attribute, isMain)
        (self.words, self.suppliesOptions) = (words, suppliesOptions)
    }

    public var name: String { "\(peer.name) \(entity)" + (attribute.map { " \($0.rawValue)" } ?? "") }

    public var withoutAccess: HomeAssistantTargetSpec {
        var target = self
        target.peer.token = nil
        return target
    }
}
