/// A connection to an MQTT broker: one entry of `targets:`.
public struct MQTTPeerSpec: Sendable, Hashable {
    public struct Publication: Sendable, Hashable {
        /// All topics begin with it; without a slash at its end.
        public var topic: String
        /// Whether the published parameters are announced to Home Assistant (MQTT discovery).
        public var isDiscovered: Bool
        /// The parameters that are published, as in `IDPatterns`; empty: all.
        public var only: [String]
        public var hasSnapshots: Bool

        public init(topic: String, isDiscovered: Bool = false, only: [String] = [], hasSnapshots: Bool = false) {
            self.topic = topic
            self.isDiscovered = isDiscovered
            self.only = only
            self.hasSnapshots = hasSnapshots
        }
    }

    /// A name or a numeric address.
    public var host: String
    public var port: Int
    /// Whether the connection is TLS.
    public var isSecure: Bool
    /// The path of the trusted ones; nil: those of the system.
    public var certificates: String?
    public var user: String?
    public var password: SecretFile?
    public var publication: Publication?

    public init(
        host: String, port: Int = 1883, isSecure: Bool = false, certificates: String? = nil, user: String? = nil,
        password: SecretFile? = nil, publication: Publication? = nil
    ) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.certificates = certificates
        self.user = user
        self.password = password
        self.publication = publication
    }

    /// For people, without anything secret.
    public var name: String { "mqtt \(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// A topic that a parameter is bound to.
public struct MQTTTargetSpec: TargetKind {
    public var peer: MQTTPeerSpec
    /// The topic that the value is read from.
    public var topic: String
    /// The topic that the value is written to; nil: it is only read.
    public var set: String?
    public var form: PayloadForm
    /// The broker keeps the written message for clients that connect later.
    public var isRetained: Bool
    public var get: Question?
    /// What tells whether the device is there; nil: it counts as there while the broker is.
    public var availability: Availability?

    /// A message that asks a device to tell its values.
    public struct Question: Sendable, Hashable {
        public var topic: String
        public var payload: String

        public init(topic: String, payload: String = "") { (self.topic, self.payload) = (topic, payload) }
    }

    /// How a device, or the program that it is behind, says that it is not there.
    public struct Availability: Sendable, Hashable {
        public var topic: String
        /// The word for "not there". Any other means that it is there.
        public var payload: String
        /// Where in a JSON payload the word is, key by key; empty: the word is the payload.
        public var path: [String]

        public init(topic: String, payload: String = "offline", path: [String] = []) {
            (self.topic, self.payload, self.path) = (topic, payload, path)
        }
    }

    public static let word = "mqtt"
    public static let peerKeys = ["mqtt", "user", "password-file", "ca-file", "publish"]
    /// The keys whose values are no secrets. A payload may be one.
    public static let shownKeys = ["mqtt", "topic", "set", "path", "range", "steps", "words", "retain", "get", "availability"]
    /// The keys of what is published.
    public static let peerBlockKeys = ["topic", "home-assistant", "only", "snapshots"]
    /// Yes: as `#rrggbb`.
    public static let takesColors = true
    public static let takesTexts = true
    public static let takesPresses = true
    public var needsNetwork: Bool { true }

    public init(
        peer: MQTTPeerSpec, topic: String, set: String? = nil, form: PayloadForm = PayloadForm(), isRetained: Bool = false,
        get: Question? = nil, availability: Availability? = nil
    ) {
        self.peer = peer
        self.topic = topic
        self.set = set
        self.form = form
        self.isRetained = isRetained
        (self.get, self.availability) = (get, availability)
    }

    /// Without the user, the password, the certificates and the publication of the broker.
    public var withoutAccess: MQTTTargetSpec {
        var target = self
        target.peer = MQTTPeerSpec(host: peer.host, port: peer.port)
        return target
    }

    public var isOnlyRead: Bool { self.set == nil }

    /// The broker, the topic that is written, or else the one that is read, and the path in the payload.
    public var name: String { "\(peer.name) \(set ?? topic)" + form.suffix }
}
