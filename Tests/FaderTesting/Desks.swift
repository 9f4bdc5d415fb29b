public import FaderConsole
public import FaderValues

/// Configurations that tests share.
public enum Desks {
    /// −70…6 dB, linear: 76 dB over the travel.
    public static let master = ParameterSpec(id: "master", minimum: -70, maximum: 6, defaultValue: -12, decimals: 1, unit: "dB")
    /// 0…127: one unit per raw step of seven bits.
    public static let level = ParameterSpec(id: "level", minimum: 0, maximum: 127, decimals: 0)
    /// 0…16383: one unit per raw step of fourteen bits.
    public static let fine = ParameterSpec(id: "fine", minimum: 0, maximum: 16383, decimals: 0)

    /// A surface that matches the client with its name.
    public static func surface(_ name: String, _ controls: ControlSpec...) -> SurfaceSpec {
        SurfaceSpec(name: name, match: SurfaceMatch(client: name), controls: controls)
    }

    /// A motor fader on controller 1 of channel 1, touched by note 104.
    public static func fader(
        _ kind: MessageKind = .cc, number: UInt16 = 1, isTouchable: Bool = true, hasMotor: Bool = true, echo: EchoPolicy = .release,
        parameter: ParameterIndex? = 0
    ) -> ControlSpec {
        let address = MessageAddress(kind, number: kind.maximumNumber == nil ? 0 : number)
        return ControlSpec(
            id: "fader.\(number)", input: address, motor: hasMotor ? address : nil,
            touch: isTouchable ? MessageAddress(.note, number: 103 + number) : nil, echo: echo, parameter: parameter)
    }

    /// The same control with takeover `jump`: its parameter is always where the control is.
    public static func jumping(_ control: ControlSpec) -> ControlSpec {
        var control = control
        control.takeover = .jump
        return control
    }

    /// One parameter 0…127 and one surface `desk` with one fader.
    public static func single(_ fader: ControlSpec = Desks.fader(), _ parameter: ParameterSpec = Desks.level) -> Configuration {
        Configuration(parameters: [parameter], surfaces: [surface("desk", fader)])
    }

    /// One parameter on two surfaces, `left` and `right`.
    public static func pair(
        _ left: ControlSpec = Desks.fader(), _ right: ControlSpec = Desks.fader(), _ parameter: ParameterSpec = Desks.level
    ) -> Configuration {
        Configuration(parameters: [parameter], surfaces: [surface("left", left), surface("right", right)])
    }

    /// A range 0…127, one unit per raw step of seven bits, with the ends `price.low` at 20 and `price.high` at 100.
    public static func price(gap: Double = 10, meet: Meet = .stop, step: Double = 0, controls: ControlSpec...) -> Configuration {
        let ends = [("low", 20.0), ("high", 100)].map {
            ParameterSpec(id: "price.\($0)", maximum: 127, defaultValue: $1, step: step, decimals: 0)
        }
        let both = [fader(number: 1, parameter: 0), fader(number: 2, parameter: 1)]
        return Configuration(
            parameters: ends,
            surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls.isEmpty ? both : controls)],
            compounds: [CompoundSpec(id: "price", kind: .range(gap: gap, meet: meet), parts: [0, 1])])
    }

    /// A fader on controller 1 that drives the nearer end of `price`.
    public static func nearest(isTouchable: Bool = true, hasMotor: Bool = true) -> ControlSpec {
        var control = fader(isTouchable: isTouchable, hasMotor: hasMotor)
        control.otherEnd = 1
        return control
    }

    /// A button on note 16, with or without a lamp.
    public static func button(
        _ action: ControlAction, _ input: MessageAddress = MessageAddress(.note, number: 16), hasLamp: Bool = true
    ) -> ControlSpec {
        ControlSpec(id: "button.1", input: input, motor: hasLamp ? input : nil, parameter: 0, action: action)
    }
}
