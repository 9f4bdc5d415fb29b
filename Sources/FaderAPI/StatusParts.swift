extension StatusResource {
    /// The state of saving.
    public struct Saving: Codable, Sendable, Equatable {
        /// Whether saving works.
        public var state: State
        /// Why not, in a sentence that says what to do; nil where it works.
        public var reason: String?
        /// When the last save succeeded, in RFC 3339 format; nil if this process has not saved yet.
        public var lastSaved: String?
        /// Whether there are changes that are not durable yet.
        public var unsaved: Bool
        /// What happened at the start that a person should know, each a sentence.
        public var warnings: [String]

        /// Whether saving works.
        public enum State: String, Codable, Sendable, CaseIterable {
            /// It works.
            case ok
            /// It fails, and is retried automatically.
            case failing
            /// The file must not be written, because its contents could not be read.
            case disabled
        }

        /// A report.
        public init(state: State, reason: String? = nil, lastSaved: String? = nil, unsaved: Bool, warnings: [String] = []) {
            self.state = state
            self.reason = reason
            self.lastSaved = lastSaved
            self.unsaved = unsaved
            self.warnings = warnings
        }
    }

    /// Counts of MIDI messages since the start, all surfaces together.
    public struct EventCounts: Codable, Sendable, Equatable {
        /// Messages that came in.
        public var received: UInt64
        /// Messages that the system accepted.
        public var sent: UInt64
        /// Times the system dropped input.
        public var overruns: UInt64
        /// Messages ignored because a device sent back what it was sent.
        public var echoes: UInt64
        /// Messages that had to wait for buffer space.
        public var blocked: UInt64
        /// Messages the system refused for good.
        public var failures: UInt64
        /// System exclusive messages that came in broken.
        public var broken: UInt64

        /// Counts.
        public init(
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
        /// How many measurements.
        public var count: UInt64
        /// Half were at most this.
        public var p50: Double
        /// 99 of 100 were at most this.
        public var p99: Double
        /// The longest.
        public var max: Double

        /// A summary.
        public init(count: UInt64 = 0, p50: Double = 0, p99: Double = 0, max: Double = 0) {
            self.count = count
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    /// The API's own connections.
    public struct Connections: Codable, Sendable, Equatable {
        /// Connections now, of every kind.
        public var open: Int
        /// Event and monitor streams among them.
        public var streams: Int

        /// Counts.
        public init(open: Int = 0, streams: Int = 0) {
            self.open = open
            self.streams = streams
        }
    }
}
