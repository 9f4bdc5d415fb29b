/// Everything at once: the data of a `state` event of `GET /v1/events`, sent first and after every reload.
public struct StateEvent: WireType, Equatable {
    /// All parameters, or those of the prefix that was asked for.
    public var parameters: [ParameterResource]
    /// All surfaces.
    public var surfaces: [SurfaceResource]

    /// A state.
    public init(parameters: [ParameterResource], surfaces: [SurfaceResource]) {
        self.parameters = parameters
        self.surfaces = surfaces
    }

    package static let schema = """
        "State": {"type": "object", "additionalProperties": false, "required": ["parameters", "surfaces"], "properties": {
            "parameters": {"type": "array", "items": {"$ref": "#/components/schemas/Parameter"}},
            "surfaces": {"type": "array", "items": {"$ref": "#/components/schemas/Surface"}}}}
        """
}

/// The name of a session: the data of a `session` event, the first of a stream that was opened with `session`.
public struct SessionEvent: WireType, Equatable {
    package static let schema = """
        "Session": {"type": "object", "additionalProperties": false, "required": ["session"], "properties": {
            "session": {"type": "string", "description": "the name, for the header Fader-Session"}}}
        """

    /// What its requests carry in `Fader-Session`, and a stream that reconnects in the query key `session`.
    public var session: String

    /// A name.
    public init(session: String) { self.session = session }
}

/// The names of the events that the streams send.
public enum EventName {
    /// `SessionEvent`: what the session is called.
    public static let session = "session"
    /// `StateEvent`: everything at once.
    public static let state = "state"
    /// `ParameterResource`: it changed.
    public static let parameter = "parameter"
    /// A list of `SurfaceResource`: a surface came or went.
    public static let surfaces = "surfaces"
    /// `MonitorResource`: a message went by.
    public static let message = "message"
}
