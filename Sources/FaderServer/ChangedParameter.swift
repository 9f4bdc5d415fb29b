public import FaderAPI

/// A parameter, or a value made of several, that changed: made into text only for those who read it, as each of them wants it.
public struct ChangedParameter: Sendable {
    /// The id.
    public var id: String
    /// Its revision after the change.
    public var revision: UInt64
    /// What a viewer is told. Cheap enough for the event loop.
    public var resource: @Sendable (ViewerWish) -> ParameterResource

    /// A change.
    public init(id: String, revision: UInt64, resource: @escaping @Sendable (ViewerWish) -> ParameterResource) {
        self.id = id
        self.revision = revision
        self.resource = resource
    }
}
