/// A volume, control or program outside the daemon that a parameter is bound to, both ways.
public enum TargetSpec: Sendable, Equatable {
    /// A volume or a mute of PulseAudio, or of PipeWire's pulse server.
    case pulse(PulseTargetSpec)
    /// A control of a sound card's mixer.
    case alsa(MixerTargetSpec)
    /// An address of a program or console that speaks OSC.
    case osc(OSCTargetSpec)
    /// A program that is run.
    case exec(ExecTargetSpec)

    /// The kinds, by their words in the config.
    public enum Kind: String, Sendable, CaseIterable { case pulse, alsa, osc, exec }

    /// Its kind.
    public var kind: Kind {
        switch self {
        case .pulse: .pulse
        case .alsa: .alsa
        case .osc: .osc
        case .exec: .exec
        }
    }

    /// Whether it is set at the daemon's start even if it shows the parameter's value, and even if nobody ever chose that.
    public var runsAtStart: Bool { if case .exec(let exec) = self { exec.runsAtStart } else { false } }

    /// The name shown to people. It contains nothing secret, so two programs that differ only in their arguments have one name.
    public var name: String {
        switch self {
        case .pulse(let pulse): pulse.name
        case .alsa(let mixer): mixer.name
        case .osc(let osc): "osc \(osc.peer.host):\(osc.peer.port) \(osc.address)" + osc.sendArguments.map { " \($0)" }.joined()
        case .exec(let exec): exec.name
        }
    }

    /// What makes it the same target as another one: a target can have only one parameter. Not for people, because arguments may be secrets.
    public var identity: String { if case .exec(let exec) = self { exec.identity } else { name } }
}

/// A parameter, or a color, and one of the targets that it is bound to.
public struct TargetBinding: Sendable, Equatable {
    /// The id of the parameter or color.
    public var parameter: String
    /// What it is bound to.
    public var target: TargetSpec
    /// Whether what the target shows when it appears becomes the parameter's value. Of several targets of a parameter the first leads; where
    /// a color has targets, none of its parts' do.
    public var leads: Bool

    /// A binding from its parts.
    public init(parameter: String, target: TargetSpec, leads: Bool = true) {
        self.parameter = parameter
        self.target = target
        self.leads = leads
    }
}

extension GroupSpec {
    /// A color as one number, red, green and blue as in `StripColor.number`, for its targets.
    public var asNumber: ParameterSpec {
        ParameterSpec(id: id, label: label, maximum: Double(StripColor.highest), step: 1, decimals: 0, kind: .integer)
    }
}
