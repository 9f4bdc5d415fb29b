/// A program or console that speaks OSC: one entry of `targets:`, or an address written in a parameter.
public struct OSCPeerSpec: Sendable, Hashable {
    /// What is sent again and again so that the peer goes on talking.
    public struct KeepAlive: Sendable, Hashable {
        /// Where it is sent.
        public var address: String
        /// How much later it is sent again.
        public var interval: Duration

        /// A message without arguments, and how often it is sent.
        public init(address: String, interval: Duration) {
            self.address = address
            self.interval = interval
        }
    }

    /// A numeric address.
    public var host: String
    /// The UDP port.
    public var port: Int
    /// The local port that the peer sends to; nil: it answers to where it was spoken to from.
    public var listen: Int?
    /// Nil: nothing.
    public var keepAlive: KeepAlive?
    /// Whether an address sent without arguments is answered with its value.
    public var answersQueries: Bool

    /// A peer from its parts.
    public init(host: String, port: Int, listen: Int? = nil, keepAlive: KeepAlive? = nil, answersQueries: Bool = false) {
        self.host = host
        self.port = port
        self.listen = listen
        self.keepAlive = keepAlive
        self.answersQueries = answersQueries
    }
}

/// An OSC address.
public struct OSCTargetSpec: Sendable, Equatable {
    /// An argument in front of the value, or the number that it is recognised by.
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

    /// How the value travels.
    public enum Form: String, Sendable, CaseIterable {
        /// The place along the parameter's travel, spread over `range`.
        case position
        /// The parameter's own number.
        case value
    }

    /// Who is spoken to.
    public var peer: OSCPeerSpec
    /// Where the value is sent.
    public var address: String
    /// Where the peer sends the value; the same address unless said otherwise.
    public var feedback: String
    /// What stands in front of the value, both ways: Ardour's strip number.
    public var arguments: [Argument]
    /// How the value travels.
    public var form: Form
    /// What the two ends of the travel are sent as.
    public var low: Double
    /// The upper end.
    public var high: Double
    /// How finely the peer keeps it: two values closer than half of `(high − low) / steps` are the same.
    public var steps: Int

    /// The steps of a Behringer fader, and fine enough for others.
    public static let usualSteps = 1023

    /// A target from its parts.
    public init(
        peer: OSCPeerSpec, address: String, feedback: String? = nil, arguments: [Argument] = [], form: Form = .position, low: Double = 0,
        high: Double = 1, steps: Int = OSCTargetSpec.usualSteps
    ) {
        self.peer = peer
        self.address = address
        self.feedback = feedback ?? address
        self.arguments = arguments
        self.form = form
        self.low = low
        self.high = high
        self.steps = steps
    }
}
