/// One control of the virtual surface. The kind decides which of the later properties it has; the others are nil.
public struct VirtualControlResource: WireObject, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Move and touch it.
        case fader
        /// Turn it and, unless it is the jog wheel, press it.
        case encoder
        case button
        case lamp
    }

    public enum Lamp: String, Codable, Sendable, CaseIterable {
        case off, on, flashing
    }

    /// Its control id, for example `encoder.1`.
    public var control: String
    public var kind: Kind
    /// The id of the parameter that it drives; nil if it drives none. If it is mapped to the nearer end of a range: the end it drove last.
    public var parameter: String?
    /// The label of that parameter; nil if there is none.
    public var label: String?
    /// The value of that parameter as a person reads it; nil if there is none.
    public var text: String?
    /// Of a fader: its position, 0…1.
    public var position: Double?
    /// Of a fader: whether a finger is on it.
    public var touched: Bool?
    /// Of an encoder with a ring: the eleven lamps of the ring from the left.
    public var ring: [Bool]?
    /// Of an encoder with a ring: the lamp below the ring.
    public var middle: Bool?
    /// Of a lamp, or of a button with a lamp: the state of the lamp.
    public var lamp: Lamp?
    /// Of a button, or of an encoder that can be pressed: whether it is pressed.
    public var pressed: Bool?

    /// A control that drives nothing and shows nothing.
    public init(control: String, kind: Kind) {
        self.control = control
        self.kind = kind
    }
}

/// The virtual surface: everything that it shows.
public struct VirtualSurfaceResource: WireObject, Equatable {
    public struct Meter: Codable, Sendable, Equatable {
        /// The level, 0…13. It falls with time.
        public var level: Int
        /// Whether its overload lamp is lit.
        public var overload: Bool

        package init(level: Int, overload: Bool) {
            self.level = level
            self.overload = overload
        }
    }

    /// The surface of the config that it is connected as; nil if none matches.
    public var surface: String?
    /// Its controls: those of the strips from the left, then the others.
    public var controls: [VirtualControlResource]
    /// The two rows of its display, 56 characters each: seven for a strip.
    public var display: [String]
    /// The color of each strip: `black` for dark, else `red`, `green`, `yellow`, `blue`, `magenta`, `cyan` or `white`.
    public var colors: [String]
    public var meters: [Meter]
    public var timecode: String
    public var assignment: String

    package init(
        surface: String?, controls: [VirtualControlResource], display: [String], colors: [String], meters: [Meter], timecode: String,
        assignment: String
    ) {
        self.surface = surface
        self.controls = controls
        self.display = display
        self.colors = colors
        self.meters = meters
        self.timecode = timecode
        self.assignment = assignment
    }
}

/// One motorized, touch-sensitive fader of the virtual surface.
public struct VirtualFader: WireObject, Equatable {
    /// Its control id, for example `fader.1`.
    public var control: String
    /// The id of the parameter that it drives; nil if it drives none. If it is mapped to the nearer end of a range: the end it drove last.
    public var parameter: String?
    /// The label of that parameter; nil if there is none.
    public var label: String?
    /// The value of that parameter as a person reads it; nil if there is none.
    public var text: String?
    /// The fader's position, 0…1.
    public var position: Double
    public var touched: Bool

    package init(control: String, parameter: String? = nil, label: String? = nil, text: String? = nil, position: Double, touched: Bool) {
        self.control = control
        self.parameter = parameter
        self.label = label
        self.text = text
        self.position = position
        self.touched = touched
    }
}

/// The body of `POST /v1/surfaces/{name}/send`: the bytes that the device of a virtual surface sends.
public struct VirtualBytes: WireRequest, Equatable {
    /// Whole MIDI messages, two hexadecimal digits a byte, with or without blanks.
    public var bytes: String

    package init(bytes: String) { self.bytes = bytes }
}

/// The messages that the device of a virtual surface has sent.
public struct VirtualSent: WireObject, Equatable {
    /// The surface that has received it.
    public var surface: String
    /// The messages, as the monitor prints them.
    public var messages: [String]

    package init(surface: String, messages: [String]) { (self.surface, self.messages) = (surface, messages) }
}
