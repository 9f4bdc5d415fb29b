public import FaderValues

/// The state of the daemon; the answer to `GET /v1/status`.
public struct StatusResource: WireObject, Equatable {
    public var version: String
    /// Seconds since it was started.
    public var uptime: Double
    public var process: Int
    public var socket: String
    /// The TCP address on which the API is also offered; nil if there is none. Filled in by the server.
    public var listen: String?
    /// The config file in use, or why there is none.
    public var config: String
    /// The config file's full path; nil if the built-in configuration is in use.
    public var configFile: String?
    /// The SHA-256 of that file as the daemon last read it, in hexadecimal digits; nil where `configFile` is.
    public var configDigest: String?
    /// The built-in configuration; nil if a config file is in use.
    public var builtIn: BuiltIn?
    /// The state file; nil if nothing is saved.
    public var state: String?
    public var sequencer: Sequencer
    /// Whether the MIDI thread has realtime priority and locked memory.
    public var realtime: Realtime
    public var saving: Saving
    /// How many parameters and compounds `GET /v1/parameters` lists.
    public var parameters: Int
    /// Every surface of the config.
    public var surfaces: [SurfaceResource]
    /// Counts of MIDI messages since the start.
    public var events: EventCounts
    /// The time from a received message to the last message sent in response.
    public var latency: Latency
    /// The consoles, programs, brokers and servers that targets share; nil if there are none.
    public var peers: [PeerReport]?
    /// The other machine of two; nil if there is none.
    public var follow: FollowResource?
    /// OSC in; nil if the config has no `osc`.
    public var osc: OSC?
    /// Where parameters are published; nil if nowhere.
    public var mqtt: [MQTT]?
    /// Notifications of the desktop; nil if no parameter has `notify`.
    public var notifications: Notifications?
    /// The API's own connections; filled in by the server.
    public var connections: Connections

    /// The configuration of a daemon that has found no config file.
    public struct BuiltIn: Codable, Sendable, Equatable {
        /// The full path at which a reload looks for a config file.
        public var place: String
        public var text: String

        package init(place: String, text: String) { (self.place, self.text) = (place, text) }
    }

    public enum Sequencer: String, Codable, Sendable, CaseIterable {
        /// The ALSA sequencer.
        case present
        /// The virtual surface in the daemon.
        case virtual
    }

    /// Whether the MIDI thread has realtime priority and locked memory.
    public struct Realtime: Codable, Sendable, Equatable {
        /// Whether everything asked for was granted.
        public var granted: Bool
        /// Why something was not granted, and how to get it; nil if everything was granted.
        public var reason: String?

        package init(granted: Bool, reason: String? = nil) {
            self.granted = granted
            self.reason = reason
        }
    }

    package init(
        version: String, uptime: Double, process: Int = 0, socket: String = "", config: String, configFile: String? = nil,
        configDigest: String? = nil, builtIn: BuiltIn? = nil,
        state: String? = nil, sequencer: Sequencer, realtime: Realtime, saving: Saving,
        parameters: Int, surfaces: [SurfaceResource], events: EventCounts, latency: Latency, peers: [PeerReport]? = nil,
        follow: FollowResource? = nil, osc: OSC? = nil, mqtt: [MQTT]? = nil,
        notifications: Notifications? = nil,
        connections: Connections = Connections()
    ) {
        self.version = version
        self.uptime = uptime
        self.process = process
        self.socket = socket
        self.config = config
        self.configFile = configFile
        self.configDigest = configDigest
        self.builtIn = builtIn
        self.state = state
        self.sequencer = sequencer
        self.realtime = realtime
        self.saving = saving
        self.parameters = parameters
        self.surfaces = surfaces
        self.events = events
        self.latency = latency
        self.peers = peers
        self.follow = follow
        self.osc = osc
        self.mqtt = mqtt
        self.notifications = notifications
        self.connections = connections
    }
}
