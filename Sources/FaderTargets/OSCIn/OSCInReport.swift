public struct OSCInReport: Sendable, Equatable {
    public var port: Int?
    /// Why it does not listen or cannot send; nil if it does both.
    public var problem: String?
    /// Packets since the start, from hosts that are admitted.
    public var received = 0
    /// Packets from other hosts, which were dropped.
    public var refused = 0
    public var lastRefused: String?
    /// Packets that were dropped because there were too many, or were not OSC.
    public var (dropped, malformed) = (0, 0)
    /// Messages that were not understood or could not be carried out.
    public var failed = 0
    public var lastFailure: String?
    /// How many packets were sent.
    public var sent = 0
    /// The addresses of the subscribers, such as `192.168.1.7:9001`.
    public var subscribers: [String] = []
}
