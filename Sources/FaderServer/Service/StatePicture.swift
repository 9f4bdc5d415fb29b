public import FaderAPI

/// The whole state at one moment, and the configuration it belongs to.
public struct StatePicture: Sendable {
    /// The event that streams send.
    public var event: StateEvent
    /// The number of the configuration.
    public var generation: UInt64
    /// The moment of the state: the next batch starts here.
    public var stamp: UInt64

    /// A picture.
    public init(_ event: StateEvent, generation: UInt64, stamp: UInt64 = 0) {
        self.stamp = stamp
        self.event = event
        self.generation = generation
    }
}
