/// A controller model that surfaces can name.
public struct ProfileResource: WireType, Equatable {
    /// What `profile:` names it by.
    public var name: String
    /// What people call the device.
    public var title: String
    /// Where its file is.
    public var file: String
    /// What its device is called on the sequencer, with `*` and `?`, or is on the USB; nil where a surface has to say.
    public var match: String?
    /// Whether a surface can use it; `faderctl check` says what is wrong with it as soon as one does.
    public var valid: Bool
    /// Its controls, in the order of the file.
    public var controls: [Control]

    /// One of its controls, and the messages that it speaks in the words of the config.
    public struct Control: Codable, Sendable, Equatable {
        /// Its id, as `fader.1`.
        public var id: String
        /// What it sends.
        public var input: String
        /// How an endless encoder says how far it was turned; nil for every other control.
        public var relative: String?
        /// What moves or lights it; nil where nothing does.
        public var motor: String?
        /// What its touch sensor sends; nil where it has none.
        public var touch: String?

        /// A control from its parts.
        public init(id: String, input: String, relative: String? = nil, motor: String? = nil, touch: String? = nil) {
            self.id = id
            self.input = input
            self.relative = relative
            self.motor = motor
            self.touch = touch
        }
    }

    /// A profile from its parts.
    public init(name: String, title: String, file: String, match: String? = nil, valid: Bool, controls: [Control]) {
        self.name = name
        self.title = title
        self.file = file
        self.match = match
        self.valid = valid
        self.controls = controls
    }

    package static let schema = """
        "Profile": {"type": "object", "additionalProperties": false, "required": ["name", "title", "file", "valid", "controls"],
          "properties": {
            "name": {"type": "string"},
            "title": {"type": "string", "description": "what people call the device"},
            "file": {"type": "string"},
            "match": {"type": "string", "description": "what its device is called on the sequencer, or is on the USB"},
            "valid": {"type": "boolean", "description": "whether a surface can use it"},
            "controls": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["id", "input"],
              "properties": {
                "id": {"type": "string"}, "input": {"type": "string"}, "relative": {"type": "string"}, "motor": {"type": "string"},
                "touch": {"type": "string"}}}}}}
        """
}

/// A controller on the sequencer that belongs to no surface.
public struct ControllerResource: WireType, Equatable {
    /// The name of its client.
    public var client: String
    /// Vendor and product of its sound card on the USB, as `1397:00b4`; nil where it has none.
    public var usb: String?
    /// The profile whose device has that name or is that on the USB; nil where none has.
    public var profile: String?

    /// A controller from its parts.
    public init(client: String, usb: String? = nil, profile: String? = nil) {
        self.client = client
        self.usb = usb
        self.profile = profile
    }

    package static let schema = """
        "Controller": {"type": "object", "additionalProperties": false, "required": ["client"], "properties": {
            "client": {"type": "string", "description": "its name on the sequencer"},
            "usb": {"type": "string", "description": "vendor and product of its sound card, as 1397:00b4"},
            "profile": {"type": "string", "description": "the profile whose device has that name or is that on the USB"}}}
        """
}
