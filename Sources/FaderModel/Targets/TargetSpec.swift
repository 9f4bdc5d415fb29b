/// Something in the world that a parameter is bound to, both ways.
public enum TargetSpec: Sendable, Equatable {
    /// A volume or a mute of PulseAudio, or of PipeWire's pulse server.
    case pulse(PulseTargetSpec)
    /// A control of a sound card's mixer.
    case alsa(MixerTargetSpec)
    /// An address of a program or console that speaks OSC.
    case osc(OSCTargetSpec)
    /// A program that is run.
    case exec(ExecTargetSpec)

    /// The word of the config.
    public var kind: String {
        switch self {
        case .pulse: "pulse"
        case .alsa: "alsa"
        case .osc: "osc"
        case .exec: "exec"
        }
    }

    /// What a person is told it is; the same for two specs only if they are the same thing.
    public var name: String {
        switch self {
        case .pulse(let pulse): pulse.name
        case .alsa(let mixer): mixer.name
        case .osc(let osc): "osc \(osc.peer.host):\(osc.peer.port) \(osc.address)" + osc.arguments.map { " \($0)" }.joined()
        case .exec(let exec): "exec \(exec.arguments.joined(separator: " "))"
        }
    }
}

/// A parameter and the target that it is bound to.
public struct TargetBinding: Sendable, Equatable {
    /// The parameter's id.
    public var parameter: String
    /// What it is bound to.
    public var target: TargetSpec

    /// A binding from its parts.
    public init(parameter: String, target: TargetSpec) {
        self.parameter = parameter
        self.target = target
    }
}
