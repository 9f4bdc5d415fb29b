/// A surface of the config, and what it is connected to.
public struct SurfaceResource: WireObject, Equatable {
    public var name: String
    /// How the config recognizes its device, for example `X-Touch*` or `X-Touch* port 1`.
    public var match: String
    /// The profile that the config names; nil if it names none.
    public var profile: String?
    /// The MIDI channel, 1…16, of those messages of the profile whose channel is a setting of the device; nil if there are none.
    public var channel: Int?
    /// True if the profile has errors, so that the surface waits until they are corrected; else nil.
    public var refused: Bool?
    /// Whether something is connected.
    public var state: State
    /// The name of the matched client; nil if none is there.
    public var client: String?
    /// The name of the matched port; nil if none is there.
    public var port: String?
    /// The serial number of the matched device; nil if none is there, or if it has none.
    public var serial: String?
    /// The USB socket of the matched device, for example `1-2.3`; nil if none is there, or if it is not on USB.
    public var usbPath: String?
    /// The name of the matched device's sound card; nil if none is there, or if it is a program.
    public var card: String?
    /// The name of the port to which messages for the device are sent, if it is not `port`; else nil.
    public var out: String?
    /// Why the device is not connected, only in one direction, or does not answer, and what to do; nil if nothing is wrong.
    public var trouble: String?
    /// The id of the toggle that is off, so that no motor of it moves; nil if they may.
    public var motorsOff: String?
    /// What the controls drive at present, in the order of the profile and config.
    public var mappings: [Mapping]
    /// The wide surface that it is a part of; nil if it is not part of one.
    public var wide: String?
    /// The page that is shown. This and the next five are nil if the surface has neither strips nor pages nor modifiers.
    public var page: String?
    /// All pages; the first is that of the surface's own strips.
    public var pages: [String]?
    /// The first strip that is shown, from 1. For a part of a wide surface: the first one on the whole wide surface.
    public var bank: Int?
    /// How many strips have room at once, on the whole wide surface. The last bank may show fewer.
    public var width: Int?
    public var strips: Int?
    public var modifiers: [String]?
    /// The word of the selected strip; nil if none is selected.
    public var selected: String?
    /// The words of the strips that can be selected, in the order of their list; nil if the surface has no `selected:`.
    public var selectable: [String]?
    /// Buttons with several jobs whose device sends no release, so that they do only the first, at the press. Nil for none.
    public var noRelease: [String]?
    /// All controls, in the order of the profile and config. Only in the answers of `GET /v1/surfaces` and `POST
    /// /v1/surfaces/{name}/reset`.
    public var controls: [ControlResource]?
    /// What it shows beside its controls; nil if it can show nothing else. Only in the same answers as `controls`.
    public var panel: PanelResource?

    /// Whether a surface is there.
    public enum State: String, Codable, Sendable, CaseIterable {
        case connected
        case waiting
    }

    /// A control and the parameter that it drives.
    public struct Mapping: Codable, Sendable, Equatable {
        /// The control, for example `fader.1`.
        public var control: String
        public var parameter: String

        package init(control: String, parameter: String) {
            self.control = control
            self.parameter = parameter
        }
    }

    package init(
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
}

/// One control of a surface as it can be drawn.
public struct ControlResource: WireObject, Equatable {
    /// Where it lies on the surface.
    public struct Place: Codable, Sendable, Equatable {
        /// The row, counted from 1 at the top. Several controls may share a place, for example a knob and its push button.
        public var row: Int
        /// The column, counted from 1 at the left.
        public var column: Int
        /// True if neither profile nor config gives the place. Then it follows from the control's id, in a row below all given places.
        public var derived: Bool

        package init(row: Int, column: Int, derived: Bool) {
            self.row = row
            self.column = column
            self.derived = derived
        }
    }

    /// What a button does at a long or double press.
    public struct Job: Codable, Sendable, Equatable {
        /// What it does, as `ControlResource.action`.
        public var action: String
        /// The id of the parameter; nil if it switches what the surface shows.
        public var parameter: String?

        package init(action: String, parameter: String? = nil) { (self.action, self.parameter) = (action, parameter) }
    }

    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// It slides.
        case fader
        /// It turns from one end to the other.
        case knob
        /// It turns without an end.
        case encoder
        /// It turns without an end, and is large.
        case wheel
        case button
        /// A foot moves it.
        case pedal
    }

    /// How it takes hold of a parameter that is not where the control is.
    public struct Takeover: Codable, Sendable, Equatable {
        /// `jump`, `pickup`, `scale` or `relative`.
        public var mode: String
        /// Whether it has not taken hold of its parameter. With `pickup`, it moves nothing until it reaches the parameter's position.
        public var waiting: Bool
        /// On which side of the control the parameter is; nil if it is not waiting, or if the position of the control is not known.
        public var value: Side?
        /// The control's position on the travel of its parameter, 0…1; nil if `value` is nil.
        public var position: Double?

        public enum Side: String, Codable, Sendable, CaseIterable {
            /// The control has to go up.
            case above
            /// The control has to go down.
            case below
        }

        package init(mode: String, waiting: Bool = false, value: Side? = nil, position: Double? = nil) {
            self.mode = mode
            self.waiting = waiting
            self.value = value
            self.position = position
        }
    }

    /// Its id, for example `fader.1`.
    public var id: String
    public var kind: Kind
    /// The message that it sends, in the words of the config.
    public var input: String
    /// Where it lies on the surface.
    public var place: Place
    /// Whether the daemon can move it, or light it.
    public var motor: Bool
    public var touch: Bool
    /// The parameter that it drives; nil for none. Of a range, the end that a hand moves with it, or else the low one.
    public var parameter: String?
    /// `follow`, `step`, `toggle`, `cycle`, `set`, `hold`, `offset` or `reset`; without a parameter `bank`, `page` or `modifier`. Nil for
    /// nothing.
    public var action: String?
    /// What it does at a long press; nil if that is nothing else.
    public var long: Job?
    /// What it does at a double press; nil if that is nothing else.
    public var double: Job?
    /// The position of that parameter on its travel, 0…1; nil if it drives none, or a text.
    public var position: Double?
    /// True if it is at the opposite end of its travel from its parameter.
    public var inverted: Bool?
    /// The position of its parameter at which its lamp is lit, for a button that sets one value.
    public var litAt: Double?
    /// Whether the page or modifier that it switches is in force, which its lamp shows.
    public var lit: Bool?
    /// Whether a finger is felt on it.
    public var touched: Bool
    /// Whether it counts as touched until its hold-off ends, because it moved and no finger was felt.
    public var held: Bool
    /// How it takes hold of its parameter. Nil for controls that never have to.
    public var takeover: Takeover?

    package init(
        id: String, kind: Kind, input: String, place: Place, motor: Bool, touch: Bool, parameter: String? = nil, action: String? = nil,
        position: Double? = nil, touched: Bool = false, held: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.input = input
        self.place = place
        self.motor = motor
        self.touch = touch
        self.parameter = parameter
        self.action = action
        self.position = position
        self.touched = touched
        self.held = held
    }
}
