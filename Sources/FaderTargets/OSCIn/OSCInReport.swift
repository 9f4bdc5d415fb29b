/// The state of OSC in, for people.
public struct OSCInReport: Sendable, Equatable {
    /// The port at which it listens; nil if it does not.
    public var port: Int?
    /// Why it does not listen or cannot send; nil if it does both.
    public var problem: String?
    /// How many packets came since the start from hosts that are admitted.
    public var received = 0
    /// How many packets came from other hosts and were dropped.
    public var refused = 0
    /// The last of these other hosts.
    public var lastRefused: String?
    /// How many packets were dropped because there were too many, and how many were not OSC.
    public var (dropped, malformed) = (0, 0)
    /// How many messages were not understood or could not be carried out.
    public var failed = 0
    /// The reason for the last of these.
    public var lastFailure: String?
    /// How many packets were sent.
    public var sent = 0
    /// The addresses of the subscribers, such as `192.168.1.7:9001`.
    public var subscribers: [String] = []
}
