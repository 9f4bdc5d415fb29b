public import FaderAPI

/// A parameter, or a value made of several, that changed: made into text only for those who read it, as each of them wants it.
public struct ChangedParameter: Sendable {
    /// The id.
    public var id: String
    /// Its revision after the change.
    public var revision: UInt64
    /// The configuration it belongs to, which `EventHub.publishReload` has told of.
    public var generation: UInt64
    /// Nobody's hand did it but a new configuration: then it is told even to a reader whose state of that configuration has it already.
    public var isRestored: Bool
    /// What a viewer is told. Cheap enough for the event loop.
    public var resource: @Sendable (ViewerWish) -> ParameterResource

    /// A change.
    public init(
        id: String, revision: UInt64, generation: UInt64, isRestored: Bool = false,
        resource: @escaping @Sendable (ViewerWish) -> ParameterResource
    ) {
        self.id = id
        self.revision = revision
        self.generation = generation
        self.isRestored = isRestored
        self.resource = resource
    }
}
