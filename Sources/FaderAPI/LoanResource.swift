/// The body of `POST /v1/surfaces/{name}/borrow`.
public struct LoanRequest: WireRequest, Equatable {
    /// A control of the surface, for example `fader.1`.
    public var control: String
    /// The position to which its motor goes, 0…1 of the whole range of its message; nil: it stays where it is.
    public var position: Double?
    /// True to give the control back. Nil counts as false.
    public var end: Bool?
    /// The MIDI channel, 1…16, on which its motor or lamp is sent `position` this once; nil: that of the config.
    public var channel: Int?

    package init(control: String, position: Double? = nil, channel: Int? = nil, end: Bool? = nil) {
        self.channel = channel
        self.control = control
        self.position = position
        self.end = end
    }
}

/// A borrowed control, and how it is read and moved according to the config.
public struct LoanResource: WireObject, Equatable {
    public var surface: String
    /// The control, for example `fader.1`.
    public var control: String
    /// The message that it sends, in the words of the config.
    public var input: String
    /// Whether it sends positions along a travel, so it is neither an encoder nor a button.
    public var absolute: Bool
    /// The raw value that it sends at the lower end of its travel.
    public var lowest: Int
    /// The raw value that it sends at the upper end.
    public var highest: Int
    /// How far its readings may differ at rest, in raw steps.
    public var noise: Int
    /// The message that drives its motor, ring or lamp, in the words of the config; nil if it has none of these.
    public var motor: String?
    public var touch: Bool
    /// The feedback that it is sent for its own moves: `release`, `immediate` or `never`.
    public var echo: String
    /// Its hold-off in milliseconds.
    public var holdOff: Double

    package init(
        surface: String, control: String, input: String, absolute: Bool, lowest: Int, highest: Int, noise: Int = 0, motor: String? = nil,
        touch: Bool = false, echo: String = "release", holdOff: Double = 150
    ) {
        (self.surface, self.control, self.input, self.absolute) = (surface, control, input, absolute)
        (self.lowest, self.highest, self.noise) = (lowest, highest, noise)
        (self.motor, self.touch, self.echo, self.holdOff) = (motor, touch, echo, holdOff)
    }
}
