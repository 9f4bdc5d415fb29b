public import FaderValues

/// One fader, knob or button of a surface and its messages.
public struct ControlSpec: Sendable, Equatable {
    /// The id in the config: `fader.1`, `encoder.3`, `play`.
    public var id: String
    /// What the device sends when the control is moved. If it names a value, the control is a button that has no release.
    public var input: MessageAddress
    public var isLSBFirst = false
    /// What it sends from one end of its travel to the other, if that is not the whole range of its message.
    public var inputRange: RawRange?
    public var isMaster = false
    /// Whether it is not a key but reports a bank of the device: its highest value when the device enters the bank, 0 when it leaves it. Only
    /// for buttons.
    public var isBank = false
    /// How far apart its readings may be while it is at rest, in raw steps; 0: they do not differ.
    public var noise = 0
    /// How it reports turns; nil if it sends positions, not detents.
    public var encoder: EncoderSpec?
    public var fineKey: String?
    /// The message that drives its motor; nil if it has no motor.
    public var motor: MessageAddress?
    /// What its motor is sent from one end to the other, if that is not the whole range of its message; for a lamp, its values for off and
    /// on.
    public var motorRange: RawRange?
    /// Its lamp is sent its highest value for off and its lowest for on. Only for buttons.
    public var isLampReversed = false
    /// The looks of its lamp, if it has more than off and on. Only for buttons.
    public var lamp: LampSpec?
    public var lampStates = LampStates.plain
    /// Nil if it has no ring, or one that needs the same values for each look.
    public var ring: RingSpec?
    /// What its touch sensor sends; nil if it has none. A note or polypressure of any value but 0 means touched, other messages from 64 on.
    public var touch: MessageAddress?
    public var echo: EchoPolicy
    /// How long a motor without a (reporting) touch sensor counts as touched after its last movement.
    public var holdOff: Duration
    public var parameter: ParameterIndex?
    /// The high end if it drives the nearer end of a range; `parameter` is then the low end.
    public var otherEnd: ParameterIndex?
    public var action: ControlAction
    /// How far a detent moves its parameter, if it is an encoder.
    public var size = StepLength.ordinary
    /// What it does at a long and at a double press. Only buttons have these.
    public var presses = Presses()
    /// What it drives on some pages or while modifiers are on; otherwise `parameter` and `action` apply.
    public var jobs: [Job] = []
    /// Its travel is inverted: it sends its highest value at the bottom, and its motor is sent positions the same way. For a button, down
    /// and up change places; its lamp is not inverted.
    public var isInverted: Bool
    public var place: GridPlace?
    /// How it takes hold of a parameter that is at another position; nil if unspecified.
    public var takeover: TakeoverMode?
    public var takeoverLamp: MessageAddress?
    /// What that lamp is sent for off and on, if that is not the whole range of its message.
    public var takeoverLampRange: RawRange?
    /// That lamp is sent its highest value for off and its lowest for on.
    public var isTakeoverLampReversed = false

    /// Whether it is always where its parameter is, because it has a motor or is endless. A knob with a ring is not: setting the ring does
    /// not turn the knob.
    public var isAlwaysThere: Bool { encoder != nil || motor != nil && ring == nil }

    /// How it takes hold: as specified, or by picking up if it is not a button.
    public var takeoverMode: TakeoverMode {
        if isAlwaysThere { return .jump }
        return takeover ?? (ButtonRule.isButton(self) ? .jump : .pickup)
    }

    /// 150 ms, the hold-off if a profile gives none.
    public static let defaultHoldOff = Duration.milliseconds(150)

    public init(
        id: String, input: MessageAddress, motor: MessageAddress? = nil, touch: MessageAddress? = nil, echo: EchoPolicy = .release,
        holdOff: Duration = ControlSpec.defaultHoldOff, parameter: ParameterIndex? = nil, otherEnd: ParameterIndex? = nil,
        action: ControlAction = .follow,
        isInverted: Bool = false, place: GridPlace? = nil
    ) {
        self.place = place
        self.id = id
        self.input = input
        self.motor = motor
        self.touch = touch
        self.echo = echo
        self.holdOff = holdOff
        self.parameter = parameter
        self.otherEnd = otherEnd
        self.action = action
        self.isInverted = isInverted
    }
}

/// The feedback that a moved control is sent.
public enum EchoPolicy: String, Sendable, CaseIterable {
    /// The accepted position once, when the finger leaves or the hold-off ends.
    case release
    /// Every move is answered with the accepted position, which Mackie-type faders need or they snap back.
    case immediate
    case never
}

/// Where a control is on its surface, for programs that draw it.
public struct GridPlace: Sendable, Equatable {
    /// From the top, 1-based. Several controls may share a place: a knob and the press on it.
    public var row: Int
    /// The column, counted from 1 at the left.
    public var column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
