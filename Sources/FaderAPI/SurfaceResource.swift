/// A surface of the config, and what it is connected to.
public struct SurfaceResource: WireType, Equatable {
    /// The name in the config.
    public var name: String
    /// What the config looks for, as `X-Touch*` or `X-Touch* port 1`.
    public var match: String
    /// The profile the config names; nil where it names none.
    public var profile: String?
    /// Whether something is connected.
    public var state: State
    /// The name of the matched client; nil while waiting.
    public var client: String?
    /// The name of the matched port; nil while waiting.
    public var port: String?
    /// The mapped controls, in the order of the config.
    public var mappings: [Mapping]

    /// Whether a surface is there.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// It is there.
        case connected
        /// It is not connected yet, and the daemon waits for it.
        case waiting
    }

    /// This control drives this parameter.
    public struct Mapping: Codable, Sendable, Equatable {
        /// The control, as `fader.1`.
        public var control: String
        /// The id of the parameter.
        public var parameter: String

        /// A mapping.
        public init(control: String, parameter: String) {
            self.control = control
            self.parameter = parameter
        }
    }

    /// A surface from its parts.
    public init(
        name: String, match: String, profile: String? = nil, state: State, client: String? = nil, port: String? = nil,
        mappings: [Mapping] = []
    ) {
        self.name = name
        self.match = match
        self.profile = profile
        self.state = state
        self.client = client
        self.port = port
        self.mappings = mappings
    }

    package static let schema = """
        "Surface": {"type": "object", "additionalProperties": false, "required": ["name", "match", "state", "mappings"], "properties": {
            "name": {"type": "string"},
            "match": {"type": "string", "description": "what the config looks for"},
            "profile": {"type": "string"},
            "state": {"enum": ["connected", "waiting"]},
            "client": {"type": "string", "description": "the matched client, while connected"},
            "port": {"type": "string", "description": "the matched port, while connected"},
            "mappings": {"type": "array", "items": {"type": "object", "additionalProperties": false,
              "required": ["control", "parameter"], "properties": {
                "control": {"type": "string"}, "parameter": {"$ref": "#/components/schemas/ID"}}}}}}
        """
}
