public import FaderValues

/// What a console runs. The config reader checks it.
public struct Configuration: Sendable, Equatable {
    /// In the order of the file.
    public var parameters: [ParameterSpec]
    /// In the order of the file, which is the order of the sequencer ports.
    public var surfaces: [SurfaceSpec]
    /// Values made of several parameters, in the order of the file.
    public var compounds: [CompoundSpec]
    /// The surfaces and wide surfaces that have strips, pages or modifiers.
    public var decks: [DeckSpec]
    /// The messages that triggers send. The MIDI thread knows them by their places here.
    public var dispatches: [Dispatch]

    /// A configuration from its parts.
    public init(
        parameters: [ParameterSpec] = [], surfaces: [SurfaceSpec] = [], compounds: [CompoundSpec] = [], decks: [DeckSpec] = [],
        dispatches: [Dispatch] = []
    ) {
        self.parameters = parameters
        self.surfaces = surfaces
        self.compounds = compounds
        self.decks = decks
        self.dispatches = dispatches
    }
}

/// One MIDI controller: how it is found, and what it has.
public struct SurfaceSpec: Sendable, Equatable {
    /// The name in the config and of the sequencer port.
    public var name: String
    /// How the device is recognized.
    public var match: SurfaceMatch
    /// The port of the same client that it is sent to; nil: the one that it sends from.
    public var out: PortChoice?
    /// The profile it was built from, for people; nil if the config itself lists the controls.
    public var profile: String?
    /// The channel, 1…16, of its profile's messages if the device has a setting for it; nil if it has none.
    public var channel: Int?
    /// Its profile has errors: it has no controls, and waits until they are corrected, whatever is plugged in. This happens only at a start: a
    /// reload with such a profile is refused, and the configuration in force stays.
    public var isRefused = false
    /// In the order of the profile and config.
    public var controls: [ControlSpec]
    /// Whether its free controls are given to parameters that programs declare.
    public var isAuto: Bool
    /// Whether master faders are among these.
    public var givesMaster = false
    /// Its protocol.
    public var speaks = ProtocolSpec.plain
    /// What the device should answer to an identity request; nil: it is not asked.
    public var identity: DeviceIdentity?
    /// The messages that are sent when it appears, before anything else.
    public var begin: [DeviceMessage] = []
    /// The messages that are sent last, when the surface is removed or the daemon ends.
    public var end: [DeviceMessage] = []
    /// What it shows beside its controls.
    public var panel: PanelSpec
    /// How long its motors take for their whole travel; nil: as long as they need.
    public var motorTime: Duration?
    /// The toggle without which no motor of it moves; nil: they always may.
    public var motorSwitch: ParameterIndex?
    /// How often everything that it shows is sent again, because messages to it may be lost; nil: never.
    public var refresh: Duration?

    /// A surface from its parts.
    public init(
        name: String, match: SurfaceMatch, profile: String? = nil, controls: [ControlSpec] = [], isAuto: Bool = false,
        panel: PanelSpec = PanelSpec()
    ) {
        self.panel = panel
        self.name = name
        self.match = match
        self.profile = profile
        self.controls = controls
        self.isAuto = isAuto
    }
}

extension SurfaceSpec {
    /// What it has to be sent, in words for people: motors, lamps, displays and messages of its protocol. Empty for a surface that only sends.
    public var outputs: [String] {
        let motors = controls.filter { $0.motor != nil }
        return [
            motors.contains { $0.isMotor } ? "motors" : nil,
            motors.contains { !$0.isMotor } ? "lamps" : nil,
            panel.isEmpty ? nil : "displays", begin.isEmpty && speaks == .plain ? nil : "greeting",
        ].compactMap { $0 }
    }
}

extension SurfaceSpec {
    /// What a device is sent when it comes, as a sentence; nil if nothing.
    public var welcome: String? {
        if outputs.contains("motors") { return "its motors are sent their positions" }
        let shown = outputs.filter { $0 != "greeting" }
        return shown.isEmpty ? nil : "its \(shown.joined(separator: " and ")) are sent what they show"
    }
}

extension SurfaceSpec {
    /// Whether its motors glide, or can be switched off.
    var hasMotorManners: Bool { motorTime != nil || motorSwitch != nil }
}

extension Configuration {
    /// The surface with a name; nil if there is none.
    public func surface(named name: String) -> SurfaceIndex? { surfaces.rowIndices.first { surfaces[$0].name == name } }

    /// What meters show that is outside faderd.
    public var levels: [TargetSpec] {
        surfaces.flatMap { $0.panel.levels.values } + decks.flatMap { $0.pages.flatMap { $0.levels.values } }
    }

    /// The same configuration, except that surfaces whose profiles have errors only wait.
    public var withoutRefused: Configuration {
        var rest = self
        for index in surfaces.rowIndices where surfaces[index].isRefused {
            let former = surfaces[index]
            rest.surfaces[index] = SurfaceSpec(name: former.name, match: former.match, profile: former.profile)
            rest.surfaces[index].isRefused = true
            for deck in decks.indices {
                for place in decks[deck].surfaces.indices where decks[deck].surfaces[place] == index { rest.decks[deck].widths[place] = 0 }
            }
        }
        return rest
    }
}

/// How a device is recognized among the clients of the sequencer: by its name or its USB identity, never by its client number.
public struct SurfaceMatch: Sendable, Equatable, CustomStringConvertible {
    /// Glob (`*`, `?`) on the client's name; empty if the name does not matter.
    public var client: String
    /// The USB identities that its sound card may have, whatever its name is.
    public var usb: [USBIdentity]
    /// Which of the client's ports, 0-based here and 1-based in the config; nil: the first that can be used.
    public var port: Int?
    /// Globs that must match as well, on the name of the port, the serial number, the USB path (`1-2.3`) and the name of the sound card; nil:
    /// it does not matter.
    public var portName, serial, usbPath, card: String?

    /// As people read it: `X-Touch*`, `X-Touch* port 1`, `X-Touch* or usb 1397:00b4`, `X-Touch* serial 4711`.
    public var description: String {
        let ways = (client.isEmpty ? [] : [client]) + usb.map { "usb \($0)" }
        let besides = [("port-name", portName), ("serial", serial), ("usb-path", usbPath), ("card", card)].compactMap { key, glob in
            glob.map { "\(key) \($0)" }
        }
        return ([ways.joined(separator: " or ")] + (port.map { ["port \($0 + 1)"] } ?? []) + besides).joined(separator: " ")
    }

    /// A match from its parts.
    public init(client: String, port: Int? = nil, usb: [USBIdentity] = []) {
        self.client = client
        self.port = port
        self.usb = usb
    }

    /// The port that it names.
    public var choice: PortChoice { PortChoice(index: port, name: portName) }

    /// Whether a client is this device.
    public func accepts(_ name: String, _ identity: USBIdentity?) -> Bool {
        identity.map(usb.contains) ?? false || !client.isEmpty && ClientGlob(client).matches(name)
    }
}

/// One of a client's ports: by its place, its name, or both.
public struct PortChoice: Sendable, Equatable, CustomStringConvertible {
    /// Its place among the client's ports, 0-based here and 1-based in the config; nil: any.
    public var index: Int?
    /// Glob on its name; nil: any.
    public var name: String?

    /// A choice from its parts.
    public init(index: Int? = nil, name: String? = nil) {
        self.index = index
        self.name = name
    }

    /// Whether it is one of the ports with these names.
    public func isAmong(_ ports: [String]) -> Bool {
        let glob = name.map { ClientGlob($0) }
        return ports.enumerated().contains { (index ?? $0) == $0 && glob?.matches($1) != false }
    }

    /// As it is written in the config: `{port: 1}`.
    public var description: String {
        "{\([index.map { "port: \($0 + 1)" }, name.map { "port-name: \($0.yamlQuoted)" }].compactMap { $0 }.joined(separator: ", "))}"
    }
}

/// How a device identifies itself on USB: by vendor and product.
public struct USBIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The vendor's number.
    public var vendor: UInt16
    /// The vendor's number for the product.
    public var product: UInt16

    /// Parses the form of `/proc/asound/card0/usbid`: `1397:00b4`. Nil for any other text.
    public init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self.vendor = vendor
        self.product = product
    }

    /// `1397:00b4`.
    public var description: String { "\(Self.digits(vendor)):\(Self.digits(product))" }

    private static func digits(_ number: UInt16) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 4 - text.count) + text
    }
}

/// The feedback that a moved control is sent.
public enum EchoPolicy: String, Sendable, CaseIterable {
    /// The accepted position once, when the finger leaves or the hold-off ends.
    case release
    /// Every move is answered with the accepted position, which Mackie-type faders need or they snap back.
    case immediate
    /// Nothing.
    case never
}

/// Where a control is on its surface, for programs that draw it.
public struct GridPlace: Sendable, Equatable {
    /// From the top, 1-based. Several controls may share a place: a knob and the press on it.
    public var row: Int
    /// From the left, 1-based.
    public var column: Int

    /// A place from its parts.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// The raw values at both ends of a travel. Positions, echoes and what is shown count from its bottom; the lowest value is added only to
/// messages. So a fader that stops short is as exact as any other.
public struct RawRange: Sendable, Equatable, BitwiseCopyable {
    /// At the bottom.
    public var lowest: UInt32
    /// From there to the top; at least 1.
    public var span: UInt32

    /// From one value to a higher one.
    public init(_ lowest: UInt32, _ highest: UInt32) {
        self.lowest = lowest
        span = max(highest, lowest + 1) - lowest
    }

    /// The whole range of a message.
    public init(_ address: MessageAddress) { self.init(0, address.kind.maximumRaw) }

    /// The offset of a raw value within the range, from 0 to `span`.
    @inlinable
    public func place(of raw: UInt32) -> UInt32 { min(raw > lowest ? raw - lowest : 0, span) }

    /// The whole range of 7 bits, in which 64 can be the middle.
    var isSevenBits: Bool { lowest == 0 && span == 127 }

    /// The places of a travel, which may be inverted.
    ///
    /// - Parameter hasMiddle: What the control drives has a middle: with 7 bits, that is 64.
    func places(isInverted: Bool, hasMiddle: Bool) -> MessagePositions {
        hasMiddle && isSevenBits ? MessagePositions(last: span, middle: isInverted ? 63 : 64) : MessagePositions(last: span)
    }
}

/// One fader, knob or button of a surface and its messages.
public struct ControlSpec: Sendable, Equatable {
    /// `fader.1`, `encoder.3`, `play`.
    public var id: String
    /// What the device sends when the control is moved. If it names a value, the control is a button that has no release.
    public var input: MessageAddress
    /// Whether the device sends the lower seven bits of a position before the upper ones.
    public var isLSBFirst = false
    /// What it sends from one end of its travel to the other, if that is not the whole range of its message.
    public var inputRange: RawRange?
    /// Whether it is the master fader of its device.
    public var isMaster = false
    /// Whether it is not a key but reports a bank of the device: its highest value when the device enters the bank, 0 when it leaves it. Only
    /// for buttons.
    public var isBank = false
    /// How far apart its readings may be while it is at rest, in raw steps; 0: they do not differ.
    public var noise = 0
    /// How it reports how far it was turned; nil if it sends positions, not detents.
    public var encoder: EncoderSpec?
    /// The id of the control that makes an encoder's steps fine while it is down.
    public var fineKey: String?
    /// What drives its motor; nil if it has none.
    public var motor: MessageAddress?
    /// What its motor is sent from one end to the other, if that is not the whole range of its message; for a lamp, its values for off and
    /// on.
    public var motorRange: RawRange?
    /// Its lamp is sent its highest value for off and its lowest for on. Only for buttons.
    public var isLampReversed = false
    /// The looks of its lamp, if it has more than off and on. Only for buttons.
    public var lamp: LampSpec?
    /// What its lamp is sent for each state of `parameter`.
    public var lampStates = LampStates.plain
    /// The looks of its ring, if it has one that needs different values for each.
    public var ring: RingSpec?
    /// What its touch sensor sends; nil if it has none. A note or polypressure of any value but 0 means touched, other messages from 64 on.
    public var touch: MessageAddress?
    /// The feedback that it is sent when it is moved.
    public var echo: EchoPolicy
    /// How long a motor without a (reporting) touch sensor counts as touched after its last movement.
    public var holdOff: Duration
    /// The parameter it drives; nil if nothing is mapped.
    public var parameter: ParameterIndex?
    /// The high end if it drives the nearer end of a range; `parameter` is then the low end.
    public var otherEnd: ParameterIndex?
    /// What it does to its parameter.
    public var action: ControlAction
    /// How far a detent moves its parameter, if it is an encoder.
    public var size = StepLength.ordinary
    /// What else it does at a long or a double press. Only for buttons.
    public var presses = Presses()
    /// What it drives on some pages or while modifiers are on; otherwise `parameter` and `action` apply.
    public var jobs: [Job] = []
    /// Its travel is inverted: it sends its highest value at the bottom, and its motor is sent positions the same way. For a button, down
    /// and up change places; its lamp is not inverted.
    public var isInverted: Bool
    /// Where it is on the surface; nil if unspecified.
    public var place: GridPlace?
    /// How it takes hold of a parameter that is at another position; nil if unspecified.
    public var takeover: TakeoverMode?
    /// The lamp that is lit while it has not taken hold; nil if it has no such lamp.
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

    /// A control from its parts.
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

extension SurfaceSpec: RowElement {
    /// A row has one element for each surface.
    public typealias Index = SurfaceIndex
}
