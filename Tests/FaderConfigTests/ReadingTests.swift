import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Reading a valid config")
struct ReadingTests {
    private static let example = """
        version: 1
        parameters:
          master:
            label: Master
            min: -70
            max: 6
            unit: dB
            default: -12
            step: 0.5            # what fader motion snaps to
            decimals: 1
            taper: {points: [[0, -70], [0.5, -12], [1, 6]]}
            out-of-range: reject
          synth.cutoff: {min: 20, max: 20000, unit: Hz, taper: log, decimals: 0, default: 1000}
        surfaces:
          desk:
            match: "X-Touch*"
            profile: mackie
            controls:
              fader.1: {hold-off: 80 ms}
              knob.1: {input: "rpn 5 ch 2"}
            map:
              fader.1: master
              knob.1: synth.cutoff
          box:
            match: {client: "nanoKONTROL2*", port: 2}
            controls:
              fader.1: {input: "cc 0 ch 1"}
              fader.2: {input: "cc14 7 ch 1", motor: true, touch: "note 104 ch 1"}
              fader.3: {input: "pitchbend ch 3", motor: "pitchbend ch 4", echo: never, hold-off: 0.2 s}
            map: {fader.1: synth.cutoff, fader.2: master}
        """
    private static let mackie = """
        version: 1
        name: Mackie
        echo: immediate
        hold-off: 120
        controls:
          fader.1: {input: "pitchbend ch 1", motor: true, touch: "note 104 ch 1"}
          play: {input: "note 94 ch 1"}
        """

    @Test("every key of the config reaches the configuration")
    func wholeExample() throws {
        let read = try configuration(Self.example, profiles: ["./profiles/mackie.yaml": Self.mackie])
        #expect(
            read.parameters == [
                ParameterSpec(
                    id: "master", label: "Master", minimum: -70, maximum: 6, defaultValue: -12, step: 0.5, decimals: 1, unit: "dB",
                    taper: .points([TaperPoint(0, -70), TaperPoint(0.5, -12), TaperPoint(1, 6)]), outOfRange: .reject),
                ParameterSpec(
                    id: "synth.cutoff", minimum: 20, maximum: 20000, defaultValue: 1000, decimals: 0, unit: "Hz", taper: .log),
            ])
        #expect(read.surfaces.map(\.name) == ["desk", "box"])
        #expect(
            read.surfaces.first
                == SurfaceSpec(
                    name: "desk", match: SurfaceMatch(client: "X-Touch*"), profile: "mackie",
                    controls: [
                        ControlSpec(
                            id: "fader.1", input: MessageAddress(.pitchbend), motor: MessageAddress(.pitchbend),
                            touch: MessageAddress(.note, number: 104), echo: .immediate, holdOff: .milliseconds(80), parameter: 0),
                        ControlSpec(
                            id: "play", input: MessageAddress(.note, number: 94), echo: .immediate, holdOff: .milliseconds(120)),
                        ControlSpec(id: "knob.1", input: MessageAddress(.rpn, number: 5, channel: 1), parameter: 1),
                    ]))
        #expect(
            read.surfaces.last
                == SurfaceSpec(
                    name: "box", match: SurfaceMatch(client: "nanoKONTROL2*", port: 1),
                    controls: [
                        ControlSpec(id: "fader.1", input: MessageAddress(.cc), parameter: 1),
                        ControlSpec(
                            id: "fader.2", input: MessageAddress(.cc14, number: 7), motor: MessageAddress(.cc14, number: 7),
                            touch: MessageAddress(.note, number: 104), parameter: 0),
                        ControlSpec(
                            id: "fader.3", input: MessageAddress(.pitchbend, channel: 2), motor: MessageAddress(.pitchbend, channel: 3),
                            echo: .never, holdOff: .milliseconds(200)),
                    ]))
    }

    @Test(
        "a text stays as it is written, whatever it means in YAML 1.1",
        arguments: ["no", "1:30", "0x10", "~", "null", "on", "yes", "0o14"])
    func noGuessing(word: String) throws {
        let read = try configuration(parameters("a: {label: \(word), unit: \(word)}"))
        #expect(read.parameters == [ParameterSpec(id: "a", label: word, unit: word)])
    }

    @Test(
        "numbers are read as they are written",
        arguments: [("-0.25", -0.25), ("+3", 3.0), (".5", 0.5), ("5.", 5), ("1e-3", 0.001), ("2.5E+2", 250), ("007", 7)])
    func numbers(text: String, value: Double) throws {
        let read = try configuration(parameters("a: {min: -1000, max: 1000, default: \(text)}"))
        #expect(read.parameters.first?.defaultValue == value)
    }

    @Test("a parameter without keys has the defaults, and the default value is 0 or else the minimum")
    func defaults() throws {
        let read = try configuration(parameters("a:\nb: {min: 5, max: 9}\nc: {min: -5, max: 5}"))
        #expect(read.parameters.map(\.defaultValue) == [0, 5, 0])
        #expect(read.parameters.first == ParameterSpec(id: "a"))
    }

    @Test("sections may be left out or empty")
    func emptySections() throws {
        #expect(try configuration("version: 1\n") == Configuration())
        #expect(try configuration("version: 1\nparameters:\nsurfaces:\n") == Configuration())
    }

    @Test("a surface without controls yet can be listened to")
    func noControls() throws {
        #expect(try configuration("version: 1\nsurfaces: {box: {match: B, controls: {}}}\n").surfaces.first?.controls == [])
    }

    @Test("a byte order mark and Windows line ends do no harm")
    func windowsFile() {
        let text = "\u{FEFF}version: 1\r\nparameters:\r\n  a: {}\r\n  b: {mix: 1}\r\n"
        #expect(
            read(text).diagnostics.map(\.headline) == ["desk.yaml:4:7: error: unknown key \"mix\" in a parameter; did you mean \"min\"?"])
        #expect(read(text).diagnostics.map(\.sourceLine) == ["  b: {mix: 1}"])
    }

    @Test("the words of every kind of message are read")
    func everyKind() throws {
        for kind in MessageKind.allCases {
            let address = MessageAddress(kind, number: kind.maximumNumber ?? 0, channel: 15)
            let read = try configuration(controls("fader.1: {input: \"\(address)\", motor: true}"))
            #expect(read.surfaces.first?.controls.first?.input == address)
            #expect(read.surfaces.first?.controls.first?.motor == address)
        }
    }

    @Test("one parameter may be driven by many controls, and a motor may listen to another control's message")
    func sharing() throws {
        let read = try configuration(
            controls(
                "fader.1: {input: cc 1 ch 1, motor: cc 2 ch 1}\nfader.2: {input: cc 2 ch 1, motor: cc 1 ch 1}",
                map: "{fader.1: a, fader.2: a}"))
        #expect(read.surfaces.first?.controls.map(\.parameter) == [0, 0])
    }
}
