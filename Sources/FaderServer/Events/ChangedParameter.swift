public import FaderAPI

/// An event other than the change of a parameter. It is encoded only for streams that carry it. While it waits to be sent, newer news with
/// the same key replaces it.
public struct News: Sendable {
    public var name: String
    public var key: String
    /// Only streams of this parameter get it. Nil: all streams do. Empty: only streams of all parameters do.
    public var parameter: String?
    /// The generation of its configuration; nil if it belongs to none.
    public var generation: UInt64?
    public var resource: any Encodable & Sendable

    /// News for all streams. News with the same name but another `subject` do not replace each other.
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

/// A parameter or compound. It is encoded only for streams that carry it, as each viewer wants.
public struct ChangedParameter: Sendable {
    public var id: String
    /// Its revision after the change.
    public var revision: UInt64
    /// The generation of its configuration. `EventHub.publishReload` has announced every generation but the first.
    public var generation: UInt64
    /// A new configuration made the change. Then it is also sent to a reader whose state of that configuration already includes it.
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
