public import FaderAPI

/// A changed parameter, or value made of several: made into text only for those who read it, in the form each of them wants.
public struct ChangedParameter: Sendable {
    /// The id.
    public var id: String
    /// Its revision after the change.
    public var revision: UInt64
    /// The configuration it belongs to, which `EventHub.publishReload` has announced.
    public var generation: UInt64
    /// A new configuration made the change, not a person or program: then it is sent even to a reader whose state of that configuration
    /// already includes it.
    public var isRestored: Bool
    /// The resource as a viewer sees it. Cheap enough for the event loop.
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
