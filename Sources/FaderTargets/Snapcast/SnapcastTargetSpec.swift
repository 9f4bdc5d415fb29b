public import FaderValues

/// A connection to a Snapcast server: one entry of `targets:`.
public struct SnapcastPeerSpec: Sendable, Hashable {
    public var host: String
    /// The TCP port of its control API.
    public var port: Int

    public static let defaultPort = 1705

    public init(host: String, port: Int = SnapcastPeerSpec.defaultPort) { (self.host, self.port) = (host, port) }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var address: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    public var name: String { "snapcast \(address)" }
}

/// A property of a player of a Snapcast server, or of a group of players.
public struct SnapcastTargetSpec: TargetKind {
    /// A client or group is named by its name or its id.
    public enum Subject: Sendable, Equatable {
        case client(String, ClientProperty)
        case group(String, GroupProperty)
    }

    public enum ClientProperty: String, Sendable, CaseIterable {
        case volume
        case mute
    }

    public enum GroupProperty: String, Sendable, CaseIterable {
        case mute
        case stream
    }

    public var peer: SnapcastPeerSpec
    public var subject: Subject
    /// The ids of the streams, one for each option; empty: the labels of the options.
    public var words: [String]
    /// Whether the options of the choice are the streams that the server has.
    public var suppliesOptions: Bool

    public static let word = "snapcast"
    public static let peerKeys = ["snapcast"]
    public static let shownKeys = ["snapcast", "client", "group", "property", "words"]
    /// The server may be on another machine; on this one it is reached over the loopback network.
    public var needsNetwork: Bool { true }

    public init(peer: SnapcastPeerSpec, _ subject: Subject, words: [String] = [], suppliesOptions: Bool = false) {
        (self.peer, self.subject, self.words, self.suppliesOptions) = (peer, subject, words, suppliesOptions)
    }

    public var name: String {
        switch subject {
        case .client(let client, .volume): "\(peer.name) client \(client)"
        case .client(let client, let property): "\(peer.name) client \(client) \(property.rawValue)"
        case .group(let group, let property): "\(peer.name) group \(group) \(property.rawValue)"
        }
    }
}
