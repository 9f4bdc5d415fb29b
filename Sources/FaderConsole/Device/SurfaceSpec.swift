public import FaderValues

/// One MIDI controller: how it is found, and what it has.
public struct SurfaceSpec: Sendable, Equatable {
    /// The name in the config, and of the sequencer port.
    public var name: String
    public var match: SurfaceMatch
    /// The port of the same client that it is sent to; nil: the one that it sends from.
    public var out: PortChoice?
    /// The profile's name, for people; nil if the config itself lists the controls.
    public var profile: String?
    /// The channel, 1…16, of its profile's messages if the device has a setting for it; nil if it has none.
    public var channel: Int?
    /// Its profile has errors: it has no controls, and waits until they are corrected. This happens only at a start: a reload with such a
    /// profile is refused.
    public var isRefused = false
    public var controls: [ControlSpec]
    /// Its free controls are given to parameters that programs declare.
    public var isAuto: Bool
    /// Whether master faders are among these.
    public var givesMaster = false
    public var speaks = ProtocolSpec.plain
    /// What the device should answer to an identity request; nil: it is not asked.
    public var identity: DeviceIdentity?
    /// What it is sent when it appears, before anything else.
    public var begin: [DeviceMessage] = []
    /// What it is sent last, when the surface is removed or the daemon ends.
    public var end: [DeviceMessage] = []
    public var panel: PanelSpec
    /// How long its motors take for their whole travel; nil: as long as they need.
    public var motorTime: Duration?
    /// The toggle without which no motor of it moves; nil: they always may.
    public var motorSwitch: ParameterIndex?
    /// How often everything that it shows is sent again, because messages to it may be lost; nil: never.
    public var refresh: Duration?

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

    /// What a device is sent when it comes, as a sentence; nil if nothing.
    public var welcome: String? {
        if outputs.contains("motors") { return "its motors are sent their positions" }
        let shown = outputs.filter { $0 != "greeting" }
        return shown.isEmpty ? nil : "its \(shown.joined(separator: " and ")) are sent what they show"
    }

    var hasMotorManners: Bool { motorTime != nil || motorSwitch != nil }
}

extension SurfaceSpec: RowElement {
    public typealias Index = SurfaceIndex
}
