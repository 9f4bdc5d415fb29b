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

    /// The word in the config.
    public var kind: String {
        switch self {
        case .pulse: "pulse"
        case .alsa: "alsa"
        case .osc: "osc"
        case .exec: "exec"
        }
    }

    /// The name shown to people. The config refuses a second target with the same name, because a target can have only one parameter.
    public var name: String {
        switch self {
        case .pulse(let pulse): pulse.name
        case .alsa(let mixer): mixer.name
        case .osc(let osc): "osc \(osc.peer.host):\(osc.peer.port) \(osc.address)" + osc.sendArguments.map { " \($0)" }.joined()
        case .exec(let exec): "exec \(exec.arguments.joined(separator: " "))"
        }
    }
}

/// A parameter and the target that it is bound to.
public struct TargetBinding: Sendable, Equatable {
    /// The parameter's id.
    public var parameter: String
    /// What the parameter is bound to.
    public var target: TargetSpec

    /// A binding from its parts.
    public init(parameter: String, target: TargetSpec) {
        self.parameter = parameter
        self.target = target
    }
}
