/// A surface of the config, and what it is connected to.
public struct SurfaceResource: WireType, Equatable {
    /// The name in the config.
    public var name: String
    /// What the config looks for, as `X-Touch*` or `X-Touch* port 1`.
    public var match: String
    /// The profile the config names; nil where it names none.
    public var profile: String?
    /// True: the profile has errors, and the surface waits until they are corrected; nil otherwise.
    public var refused: Bool?
    /// Whether something is connected.
    public var state: State
    /// The name of the matched client; nil while none is there.
    public var client: String?
    /// The name of the matched port; nil while none is there.
    public var port: String?
    /// Why the matched device is not connected, or not in both directions, and what to do; nil where nothing is wrong.
    public var trouble: String?
    /// What the controls drive at present, in the order of the config.
    public var mappings: [Mapping]
    /// The wide surface that it is a part of; nil if it stands alone.
    public var wide: String?
    /// The page that is shown; like the next four nil where the surface has neither strips nor pages nor modifiers.
    public var page: String?
    /// All pages; the first is that of the surface's own strips.
    public var pages: [String]?
    /// The first strip that is shown, from 1; of a wide surface, the first on all its surfaces.
    public var bank: Int?
    /// How many strips the page has.
    public var strips: Int?
    /// The ids of the modifiers that are on.
    public var modifiers: [String]?
    /// All controls, in the order of the profile and config, for programs that draw the surface. Only in the answer of `/v1/surfaces`.
    public var controls: [ControlResource]?
    /// What it shows beside its controls; nil where it cannot. Only in the answer of `/v1/surfaces`.
    public var panel: PanelResource?

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
        mappings: [Mapping] = [], controls: [ControlResource]? = nil
    ) {
        self.name = name
        self.match = match
        self.profile = profile
        self.state = state
        self.client = client
        self.port = port
        self.mappings = mappings
        self.controls = controls
    }

    package static let schema = """
        "Surface": {"type": "object", "additionalProperties": false, "required": ["name", "match", "state", "mappings"], "properties": {
            "name": {"type": "string"},
            "match": {"type": "string", "description": "what the config looks for"},
            "profile": {"type": "string"},
            "refused": {"type": "boolean", "description": "the profile has errors, and the surface waits until they are corrected"},
            "state": {"enum": ["connected", "waiting"]},
            "client": {"type": "string", "description": "the matched client, while it is there"},
            "port": {"type": "string", "description": "the matched port, while it is there"},
            "trouble": {"type": "string", "description": "why it is not connected, or not in both directions, or does not work, and what to do"},
            "mappings": {"type": "array", "items": {"type": "object", "additionalProperties": false,
              "required": ["control", "parameter"], "properties": {
                "control": {"type": "string"}, "parameter": {"$ref": "#/components/schemas/ID"}}}},
            "wide": {"type": "string", "description": "the wide surface that it is a part of"},
            \(ViewResource.properties),
            "controls": {"type": "array", "items": {"$ref": "#/components/schemas/Control"}, "description": "all of them; in the answer of /v1/surfaces"},
            "panel": {"$ref": "#/components/schemas/Panel"}}}
        """
}

/// One control of a surface as it can be drawn.
public struct ControlResource: WireType, Equatable {
    /// Where it lies on the surface.
    public struct Place: Codable, Sendable, Equatable {
        /// From the top, from 1. Several controls may share a place: a knob and the press on it.
        public var row: Int
        /// From the left, from 1.
        public var column: Int
        /// True: neither profile nor config says so; it follows from the control's id, in a row below all that are given.
        public var derived: Bool

        /// A place from its parts.
        public init(row: Int, column: Int, derived: Bool) {
            self.row = row
            self.column = column
            self.derived = derived
        }
    }

    /// What it is.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// It slides.
        case fader
        /// It turns from one end to the other.
        case knob
        /// It turns without an end.
        case encoder
        /// It turns without an end, and is large.
        case wheel
        /// It is pressed.
        case button
        /// A foot moves it.
        case pedal
    }

    /// How it stands to a parameter that is not where the control is.
    public struct Takeover: Codable, Sendable, Equatable {
        /// `jump`, `pickup`, `scale` or `relative`.
        public var mode: String
        /// Whether it has no hold of its parameter: with `pickup`, it moves nothing until it comes to where that is.
        public var waiting: Bool
        /// Where the parameter is, seen from the control; nil while it does not wait, and while nobody knows where it stands.
        public var value: Side?

        /// Above or below.
        public enum Side: String, Codable, Sendable, CaseIterable {
            /// The control has to go up.
            case above
            /// The control has to go down.
            case below
        }

        /// A takeover from its parts.
        public init(mode: String, waiting: Bool = false, value: Side? = nil) {
            self.mode = mode
            self.waiting = waiting
            self.value = value
        }
    }

    /// Its id, as `fader.1`.
    public var id: String
    /// What it is.
    public var kind: Kind
    /// Where it lies.
    public var place: Place
    /// Whether the daemon can move it, or light it.
    public var motor: Bool
    /// Whether it feels a finger.
    public var touch: Bool
    /// The id of the parameter it drives; of the nearer end of a range, the end under the hand, else the low one; nil for none.
    public var parameter: String?
    /// What it does to that parameter: `follow`, `step`, `toggle`, `cycle`, `set`, `hold` or `reset`; or, without one, what it switches:
    /// `bank`, `page` or `modifier`. Nil for nothing.
    public var action: String?
    /// Where that parameter lies on its travel, 0…1; nil where it drives none, or a text.
    public var position: Double?
    /// Whether a finger is felt on it.
    public var touched: Bool
    /// Whether it counts as touched until its hold-off ends, because it moved and no finger was felt.
    public var held: Bool
    /// How it takes hold of its parameter; nil for a button, an encoder, and what has a motor.
    public var takeover: Takeover?

    /// A control from its parts.
    public init(
        id: String, kind: Kind, place: Place, motor: Bool, touch: Bool, parameter: String? = nil, action: String? = nil,
        position: Double? = nil, touched: Bool = false, held: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.place = place
        self.motor = motor
        self.touch = touch
        self.parameter = parameter
        self.action = action
        self.position = position
        self.touched = touched
        self.held = held
    }

    package static let schema = """
        "Control": {"type": "object", "additionalProperties": false,
          "required": ["id", "kind", "place", "motor", "touch", "touched", "held"], "properties": {
            "id": {"type": "string"},
            "kind": {"enum": ["fader", "knob", "encoder", "wheel", "button", "pedal"]},
            "place": {"type": "object", "additionalProperties": false, "required": ["row", "column", "derived"], "properties": {
              "row": {"type": "integer", "minimum": 1, "description": "from the top"},
              "column": {"type": "integer", "minimum": 1, "description": "from the left; controls may share a place"},
              "derived": {"type": "boolean", "description": "neither profile nor config says so; it follows from the id"}}},
            "motor": {"type": "boolean", "description": "whether the daemon can move it, or light it"},
            "touch": {"type": "boolean", "description": "whether it feels a finger"},
            "parameter": {"$ref": "#/components/schemas/ID"},
            "action": {"enum": ["follow", "step", "toggle", "cycle", "set", "hold", "reset", "bank", "page", "modifier"]},
            "position": {"type": "number", "minimum": 0, "maximum": 1, "description": "of its parameter"},
            "touched": {"type": "boolean", "description": "a finger is felt"},
            "held": {"type": "boolean", "description": "counts as touched until its hold-off ends"},
            "takeover": {"type": "object", "additionalProperties": false, "required": ["mode", "waiting"],
              "description": "how it takes hold of its parameter; not of a button, an encoder, and what has a motor", "properties": {
                "mode": {"enum": ["jump", "pickup", "scale", "relative"]},
                "waiting": {"type": "boolean", "description": "it has no hold of its parameter"},
                "value": {"enum": ["above", "below"], "description": "where the parameter is, seen from the control"}}}}}
        """
}
