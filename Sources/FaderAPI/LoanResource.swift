/// The body of `POST /v1/surfaces/{name}/borrow`.
public struct LoanRequest: WireType, Equatable {
    /// A control of the surface, for example `fader.1`.
    public var control: String
    /// Where its motor goes, 0…1 of the whole range of its message; nil: it stays where it is.
    public var position: Double?
    /// True to give the control back. Nil counts as false.
    public var end: Bool?

    /// A request from its parts.
    public init(control: String, position: Double? = nil, end: Bool? = nil) {
        self.control = control
        self.position = position
        self.end = end
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case control, position, end
    }

    /// Reads an object with only these keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        control = try container.decode(String.self, forKey: .control)
        position = try container.decodeIfPresent(Double.self, forKey: .position)
        end = try container.decodeIfPresent(Bool.self, forKey: .end)
    }

    package static let schema = """
        "LoanRequest": {"type": "object", "additionalProperties": false, "required": ["control"], "properties": {
            "control": {"type": "string", "description": "as fader.1"},
            "position": {"type": "number", "minimum": 0, "maximum": 1, "description": "where its motor goes, of all that its message can say"},
            "end": {"type": "boolean", "description": "it is given back"}}}
        """
}

/// A borrowed control, and how it is read and moved according to the config.
public struct LoanResource: WireType, Equatable {
    /// The name of the surface.
    public var surface: String
    /// The control, for example `fader.1`.
    public var control: String
    /// What it sends, in the words of the config.
    public var input: String
    /// Whether it sends positions along a travel, so it is neither an encoder nor a button.
    public var absolute: Bool
    /// What it sends at the lower end of its travel.
    public var lowest: Int
    /// What it sends at the upper end.
    public var highest: Int
    /// How far its readings may differ at rest, in raw steps.
    public var noise: Int
    /// The message that drives its motor, ring or lamp, in the words of the config; nil if it has none of these.
    public var motor: String?
    /// Whether it has a touch sensor.
    public var touch: Bool
    /// The feedback that it is sent for its own moves: `release`, `immediate` or `never`.
    public var echo: String
    /// Its hold-off in milliseconds.
    public var holdOff: Double

    /// A control from its parts.
    public init(
        surface: String, control: String, input: String, absolute: Bool, lowest: Int, highest: Int, noise: Int = 0, motor: String? = nil,
        touch: Bool = false, echo: String = "release", holdOff: Double = 150
    ) {
        (self.surface, self.control, self.input, self.absolute) = (surface, control, input, absolute)
        (self.lowest, self.highest, self.noise) = (lowest, highest, noise)
        (self.motor, self.touch, self.echo, self.holdOff) = (motor, touch, echo, holdOff)
    }

    package static let schema = """
        "LoanResource": {"type": "object", "additionalProperties": false,
          "required": ["surface", "control", "input", "absolute", "lowest", "highest", "noise", "touch", "echo", "holdOff"], "properties": {
            "surface": {"type": "string"},
            "control": {"type": "string"},
            "input": {"type": "string", "description": "what it sends, in the words of the config"},
            "absolute": {"type": "boolean", "description": "sends absolute positions, so it is neither an encoder nor a button"},
            "lowest": {"type": "integer", "description": "what it sends at the lower end"},
            "highest": {"type": "integer", "description": "what it sends at the upper end"},
            "noise": {"type": "integer", "description": "how far its readings may differ at rest"},
            "motor": {"type": "string", "description": "what drives its motor"},
            "touch": {"type": "boolean", "description": "whether it feels a finger"},
            "echo": {"enum": ["release", "immediate", "never"]},
            "holdOff": {"type": "number", "description": "in milliseconds"}}}
        """
}
