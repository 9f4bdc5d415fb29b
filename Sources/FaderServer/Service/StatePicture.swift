public import FaderAPI

/// The whole state at one moment, and the configuration it belongs to.
public struct StatePicture: Sendable {
    /// The event that streams send.
    public var event: StateEvent
    /// The number of the configuration.
    public var generation: UInt64
    /// The stamp of the newest change in the state: the next batch begins after it.
    public var stamp: UInt64

    package init(_ event: StateEvent, generation: UInt64, stamp: UInt64 = 0) {
        self.stamp = stamp
        self.event = event
        self.generation = generation
    }
}
