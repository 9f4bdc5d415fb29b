extension StatusResource {
    public struct Saving: Codable, Sendable, Equatable {
        public var state: State
        /// Why it does not work, in a sentence that says what to do; nil if it works.
        public var reason: String?
        /// When the last save succeeded, in RFC 3339 format; nil if this process has not saved yet.
        public var lastSaved: String?
        /// Whether there are changes that are not durable yet.
        public var unsaved: Bool
        /// Warnings about the start, and about values forgotten since, one sentence each.
        public var warnings: [String]

        /// Whether saving works.
        public enum State: String, Codable, Sendable, CaseIterable {
            case ok
            /// Saving fails, and is retried automatically.
            case failing
            /// The file must not be written, because its contents could not be read.
            case disabled
        }

        package init(state: State, reason: String? = nil, lastSaved: String? = nil, unsaved: Bool, warnings: [String] = []) {
            self.state = state
            self.reason = reason
            self.lastSaved = lastSaved
            self.unsaved = unsaved
            self.warnings = warnings
        }
    }

    /// How programs that ask for changes over OSC are served: counts since the start, or since `osc` was added to the config.
    public struct OSC: Codable, Sendable, Equatable {
        /// The UDP port; nil if faderd does not listen.
        public var listen: Int?
        /// Why it does not listen, or cannot send to somebody; nil if all is well.
        public var problem: String?
        /// Packets from those who may ask.
        public var received: Int
        /// Packets from others, which were dropped.
        public var refused: Int
        /// Where the last of these came from; nil: there were none.
        public var lastRefused: String?
        /// Packets and requests that were dropped because there were too many.
        public var dropped: Int
        /// Packets that are not OSC, messages that were not understood, and requests that could not be carried out.
        public var failed: Int
        /// Why the last of these failed; nil: there were none.
        public var lastFailure: String?
        /// Packets that were sent.
        public var sent: Int
        /// The programs that have subscribed, as `192.168.1.7:9001`.
        public var subscribers: [String]

        package init(
            listen: Int?, problem: String? = nil, received: Int = 0, refused: Int = 0, lastRefused: String? = nil, dropped: Int = 0,
            failed: Int = 0, lastFailure: String? = nil, sent: Int = 0, subscribers: [String] = []
        ) {
            (self.listen, self.problem, self.received, self.sent) = (listen, problem, received, sent)
            (self.refused, self.lastRefused, self.dropped) = (refused, lastRefused, dropped)
            (self.failed, self.lastFailure, self.subscribers) = (failed, lastFailure, subscribers)
        }
    }

    /// A broker on which parameters are published.
    public struct MQTT: Codable, Sendable, Equatable {
        /// The broker, as `mqtt HOST:PORT`.
        public var broker: String
        /// The topic that all topics begin with.
        public var topic: String
        /// Whether the broker is there.
        public var isConnected: Bool
        /// Why it is not; nil if it is, or is not known yet.
        public var problem: String?

        private enum CodingKeys: String, CodingKey { case broker, topic, problem, isConnected = "connected" }

        package init(broker: String, topic: String, isConnected: Bool, problem: String? = nil) {
            (self.broker, self.topic, self.isConnected, self.problem) = (broker, topic, isConnected, problem)
        }
    }

    public struct Notifications: Codable, Sendable, Equatable {
        /// Why none can be shown; nil if they can, or before the first one.
        public var problem: String?

        package init(problem: String? = nil) { self.problem = problem }
    }

    /// Counts of MIDI messages since the start, for all surfaces together.
    public struct EventCounts: Codable, Sendable, Equatable {
        /// Messages that were received.
        public var received: UInt64
        /// Messages that the system accepted.
        public var sent: UInt64
        /// How often the system dropped input.
        public var overruns: UInt64
        /// Messages ignored because a device sent back what it was sent.
        public var echoes: UInt64
        /// Messages that had to wait for buffer space.
        public var blocked: UInt64
        /// Messages that the system refused and that are not sent again.
        public var failures: UInt64
        /// System exclusive messages that arrived broken: cut off, too long, or without a beginning.
        public var broken: UInt64

        package init(
            received: UInt64 = 0, sent: UInt64 = 0, overruns: UInt64 = 0, echoes: UInt64 = 0, blocked: UInt64 = 0, failures: UInt64 = 0,
            broken: UInt64 = 0
        ) {
            self.received = received
            self.sent = sent
            self.overruns = overruns
            self.echoes = echoes
            self.blocked = blocked
            self.failures = failures
            self.broken = broken
        }

        enum CodingKeys: String, CodingKey {
            case received = "in"
            case sent = "out"
            case overruns, echoes, blocked, failures, broken
        }
    }

    /// Latency in microseconds.
    public struct Latency: Codable, Sendable, Equatable {
        public var count: UInt64
        /// Half of the measurements were at most this.
        public var p50: Double
        /// 99 of 100 measurements were at most this.
        public var p99: Double
        public var max: Double

        package init(count: UInt64 = 0, p50: Double = 0, p99: Double = 0, max: Double = 0) {
            self.count = count
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    /// The API's own connections.
    public struct Connections: Codable, Sendable, Equatable {
        /// All connections that are open now.
        public var open: Int
        /// How many event and monitor streams are among them.
        public var streams: Int

        package init(open: Int = 0, streams: Int = 0) {
            self.open = open
            self.streams = streams
        }
    }
}
