public import FaderAPI

/// An event other than the change of a parameter. It is encoded as JSON only for streams that carry it. While it waits to be sent, newer news with the same key
/// replaces it.
public struct News: Sendable {
    /// The name of the event.
    public var name: String
    /// Identifies its subject.
    public var key: String
    /// The parameter it is about; streams of other parameters do not get it. Nil: all streams get it. Empty: only streams of all parameters
    /// get it.
    public var parameter: String?
    /// The generation of its configuration; nil if it belongs to none.
    public var generation: UInt64?
    /// The data of the event.
    public var resource: any Encodable & Sendable

    /// News for all streams. News with the same name but another `subject` do not replace each other.
    public init(_ name: String, _ resource: any Encodable & Sendable, of subject: String = "", generation: UInt64? = nil) {
        self.name = name
        self.resource = resource
        self.generation = generation
        key = "\u{0}\(name)\u{0}\(subject)"
    }

    /// News that a hand came to a control or left it, or that a gesture took hold of a parameter or let it go.
    public init(_ touch: TouchEvent, generation: UInt64) {
        self.init(EventName.touch, touch, generation: generation)
        key += [touch.surface, touch.control, touch.gesture, touch.gesture.flatMap { _ in touch.parameter }].compactMap { $0 }
            .reduce("") { "\($0)\u{0}\($1)" }
        parameter = touch.parameter ?? ""
    }
}

/// A changed parameter or compound. It is encoded only for streams that carry it, in the form that each viewer wants.
public struct ChangedParameter: Sendable {
    /// The id.
    public var id: String
    /// Its revision after the change.
    public var revision: UInt64
    /// The generation of its configuration. `EventHub.publishReload` has announced every generation but the first.
    public var generation: UInt64
    /// Whether a new configuration made the change, and not a person or program. Then it is also sent to a reader whose state of that configuration already
    /// includes it.
    public var isRestored: Bool
    /// Makes the resource for a viewer. It is fast enough for the event loop.
    public var resource: @Sendable (ViewerRequest) -> ParameterResource

    package init(
        id: String, revision: UInt64, generation: UInt64, isRestored: Bool = false,
        resource: @escaping @Sendable (ViewerRequest) -> ParameterResource
    ) {
        self.id = id
        self.revision = revision
        self.generation = generation
        self.isRestored = isRestored
        self.resource = resource
    }
}
