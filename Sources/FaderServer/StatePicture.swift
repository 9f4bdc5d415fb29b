public import FaderAPI

/// The whole state at one moment, and the configuration that it is of.
public struct StatePicture: Sendable {
    /// What streams are told.
    public var event: StateEvent
    /// The number of the configuration.
    public var generation: UInt64

    /// A picture.
    public init(_ event: StateEvent, generation: UInt64) {
        self.event = event
        self.generation = generation
    }
}
