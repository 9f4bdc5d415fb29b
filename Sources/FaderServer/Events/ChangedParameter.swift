public import FaderAPI

/// Something else that happened: made into JSON only for those who read it. News of one key replace each other.
public struct News: Sendable {
    /// The name of the event.
    public var name: String
    /// What it is about.
    public var key: String
    /// The parameter it is about: streams of other parameters do not get it; nil: all streams do.
    public var parameter: String?
    /// The configuration it belongs to; nil: it belongs to none.
    public var generation: UInt64?
    /// The data of the event.
    public var resource: any Encodable & Sendable

    /// News that concern everybody; `subject` is what they are about, if there are several of it.
    public init(_ name: String, _ resource: any Encodable & Sendable, of subject: String = "", generation: UInt64? = nil) {
        self.name = name
        self.resource = resource
        self.generation = generation
        key = "\u{0}\(name)\u{0}\(subject)"
    }

    /// A hand came to a control or left it, or a gesture took hold of a parameter or let it go.
    public init(_ touch: TouchEvent, generation: UInt64) {
        self.init(EventName.touch, touch, generation: generation)
        key += [touch.surface, touch.control, touch.gesture, touch.gesture.flatMap { _ in touch.parameter }].compactMap { $0 }
            .reduce("") { "\($0)\u{0}\($1)" }
        parameter = touch.parameter ?? ""
    }
}

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
