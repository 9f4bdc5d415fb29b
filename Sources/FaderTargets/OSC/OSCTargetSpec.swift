public import FaderValues

/// A program or console that speaks OSC: one entry of `targets:`, or an address written in a parameter.
public struct OSCPeerSpec: Sendable, Hashable {
    /// A message that is repeated so that the peer keeps sending.
    public struct KeepAlive: Sendable, Hashable {
        public var address: String
        public var interval: Duration

        public init(address: String, interval: Duration) {
            self.address = address
            self.interval = interval
        }
    }

    /// The port that the peer's packets come from. Others are dropped.
    public enum Source: Sendable, Hashable {
        /// The port that the peer listens at, which is the one faderd sends to.
        case same
        case port(Int)
        case any
    }

    public var host: String
    public var port: Int
    /// The local port that the peer sends to; nil: the one that messages come from.
    public var listen: Int?
    public var source: Source
    public var keepAlive: KeepAlive?
    /// Whether the peer answers an address sent without arguments with its value.
    public var answersQueries: Bool

    public init(
        host: String, port: Int, listen: Int? = nil, source: Source = .same, keepAlive: KeepAlive? = nil, answersQueries: Bool = false
    ) {
        self.host = host
        self.port = port
        self.listen = listen
        self.source = source
        self.keepAlive = keepAlive
        self.answersQueries = answersQueries
    }
}

public struct OSCTargetSpec: TargetKind {
    /// An argument in front of the value.
    public enum Argument: Sendable, Equatable, CustomStringConvertible {
        case integer(Int32)
        case float(Float)
        case text(String)

        /// As in the config.
        public var description: String {
            switch self {
            case .integer(let number): "\(number)"
            case .float(let number): "\(number)"
            case .text(let text): text
            }
        }
    }

    public enum Form: String, Sendable, CaseIterable {
        /// The place on the parameter's travel, spread over `low`…`high`.
        case position
        case value
        /// The id of an option, the word of a toggle, or a text parameter's text.
        case text
    }

    public var peer: OSCPeerSpec
    public var address: String
    /// The address at which the peer sends the value.
    public var feedback: String
    /// The arguments in front of the value that is sent, and of a query, such as Ardour's strip number.
    public var sendArguments: [Argument]
    /// The arguments in front of a value that comes back.
    public var feedbackArguments: [Argument]
    public var form: Form
    /// The number sent for the beginning of the travel, for off, and for the first option.
    public var low: Double
    /// The number sent for the end of the travel, for on, and for the last option.
    public var high: Double
    /// How many steps the peer divides `low`…`high`, or with the form `value` the parameter's range, into. Values at most half a step apart
    /// are the same.
    public var steps: Int

    public static let word = "osc"
    public static let peerKeys = ["osc", "listen", "from", "keepalive", "queries"]
    public static let shownKeys = ["osc", "address", "feedback", "args", "send-args", "feedback-args", "range", "send", "steps"]
    public static let peerBlockKeys = ["send", "every"]
    public static let takesColors = true
    public static let takesTexts = true
    public static let takesPresses = true
    public var needsNetwork: Bool { true }

    /// The steps of a Behringer fader, fine enough for other peers.
    public static let usualSteps = 1023

    /// A target from its parts; `arguments` are for both directions.
    public init(
        peer: OSCPeerSpec, address: String, feedback: String? = nil, arguments: [Argument] = [], form: Form = .position,
        low: Double = 0, high: Double = 1, steps: Int = OSCTargetSpec.usualSteps
    ) {
        self.peer = peer
        self.address = address
        self.feedback = feedback ?? address
        (sendArguments, feedbackArguments) = (arguments, arguments)
        self.form = form
        self.low = low
        self.high = high
        self.steps = steps
    }

    /// Only if the peer is asked for values, or sends them as the config says.
    public var tells: Bool {
        peer.answersQueries || peer.listen != nil || peer.keepAlive != nil || feedback != address || feedbackArguments != sendArguments
    }

    public var name: String { "osc \(peer.host):\(peer.port) \(address)" + sendArguments.map { " \($0)" }.joined() }
}
