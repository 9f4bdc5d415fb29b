/// One MIDI message that was received or sent, in the words of the config; the data of a `message` event of `GET /v1/monitor`.
public struct MonitorResource: WireObject, Equatable {
    /// When it was received or sent, in RFC 3339 format.
    public var time: String
    /// The name of the surface; nil for a controller that belongs to none.
    public var surface: String?
    /// The name of the client, which `match` is compared with; nil if there is a surface.
    public var client: String?
    /// The number of the client's port, counted from 1 as in `match`; nil if the client has only one, or if there is a surface.
    public var port: Int?
    public var direction: Direction
    /// The message with its value, for example `cc 7 ch 1 = 64`. The part before ` = ` can be pasted into a config.
    public var message: String
    /// The raw value; nil for a message that has none.
    public var raw: Int?
    /// The bytes in hexadecimal: `B0 07 40`; nil if not known. A note off is a note with velocity 0, even if the device sent an 80.
    public var bytes: String?
    /// The control that it belongs to, for example `fader.1`; nil if none is known.
    public var control: String?
    /// The parameter that the control is mapped to; nil if there is none.
    public var parameter: String?
    /// How many messages were left out before this one, because they were not read in time.
    public var missed: UInt64

    /// Whether it is a system exclusive message, whose words do not say what it does.
    package var isSystemExclusive: Bool { message.hasPrefix("sysex") }

    public enum Direction: String, Codable, Sendable, CaseIterable {
        case received = "in"
        case sent = "out"
    }

    package init(
        time: String, surface: String? = nil, client: String? = nil, port: Int? = nil, direction: Direction, message: String,
        raw: Int? = nil, bytes: String? = nil, control: String? = nil,
        parameter: String? = nil, missed: UInt64 = 0
    ) {
        self.time = time
        self.surface = surface
        self.client = client
        self.port = port
        self.direction = direction
        self.message = message
        self.raw = raw
        self.bytes = bytes
        self.control = control
        self.parameter = parameter
        self.missed = missed
    }
}
