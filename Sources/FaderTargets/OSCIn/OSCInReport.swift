/// The state of OSC in, for people.
public struct OSCInReport: Sendable, Equatable {
    /// The port at which it listens; nil: at none.
    public var port: Int?
    /// Why it does not listen, or cannot send; nil if it can.
    public var problem: String?
    /// The packets that came since the start from those who may ask.
    public var received = 0
    /// The packets from others, which were dropped.
    public var refused = 0
    /// The last of these others.
    public var lastRefused: String?
    /// The packets that were dropped because there were too many, and those that are not OSC.
    public var (dropped, malformed) = (0, 0)
    /// The messages that were not understood or could not be carried out.
    public var failed = 0
    /// Why, of the last of these.
    public var lastFailure: String?
    /// The packets that were sent.
    public var sent = 0
    /// Those who have subscribed, as `192.168.1.7:9001`.
    public var subscribers: [String] = []
}
