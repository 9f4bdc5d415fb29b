public import FaderValues

/// A connection to a Snapcast server: one entry of `targets:`.
public struct SnapcastPeerSpec: Sendable, Hashable {
    /// A name or a numeric address.
    public var host: String
    /// Of its control API, over TCP.
    public var port: Int

    /// Unless a server is told otherwise.
    public static let defaultPort = 1705

    /// A connection from its parts.
    public init(host: String, port: Int = SnapcastPeerSpec.defaultPort) { (self.host, self.port) = (host, port) }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var address: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    /// For people.
    public var name: String { "snapcast \(address)" }
}

/// A property of a player of a Snapcast server, or of a group of players.
public struct SnapcastTargetSpec: TargetKind {
    /// A client or group is named by its name or its id.
    public enum Subject: Sendable, Equatable {
        case client(String, ClientProperty)
        case group(String, GroupProperty)
    }

    /// The properties of a client.
    public enum ClientProperty: String, Sendable, CaseIterable {
        case volume
        case mute
    }

    /// The properties of a group.
    public enum GroupProperty: String, Sendable, CaseIterable {
        case mute
        case stream
    }

    /// The connection.
    public var peer: SnapcastPeerSpec
    /// What is bound.
    public var subject: Subject
    /// The ids of the streams, one for each option; empty: the labels of the options.
    public var words: [String]
    /// Whether the options of the choice are the streams that the server has.
    public var suppliesOptions: Bool

    /// `snapcast`.
    public static let word = "snapcast"
    /// The key of an entry of `targets:`.
    public static let peerKeys = ["snapcast"]
    /// The keys whose values are no secrets.
    public static let shownKeys = ["snapcast", "client", "group", "property", "words"]
    /// The server may be on another machine; on this one it is reached over the loopback network.
    public var needsNetwork: Bool { true }

    /// A target from its parts.
    public init(peer: SnapcastPeerSpec, _ subject: Subject, words: [String] = [], suppliesOptions: Bool = false) {
        (self.peer, self.subject, self.words, self.suppliesOptions) = (peer, subject, words, suppliesOptions)
    }

    /// The connection and the subject.
    public var name: String {
        switch subject {
        case .client(let client, .volume): "\(peer.name) client \(client)"
        case .client(let client, let property): "\(peer.name) client \(client) \(property.rawValue)"
        case .group(let group, let property): "\(peer.name) group \(group) \(property.rawValue)"
        }
    }
}
