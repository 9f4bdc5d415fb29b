import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Lamps with several looks")
struct LampTests {
    private static let box = """
        version: 1
        name: Box
        match: "Box*"
        lamps:
          pad: {off: 0, on: 3, blink: 4, colors: {red: 5, "#00ff00": 21}}
        controls:
          pad.1: {input: note 1 ch 1, motor: true, lamp: pad}
          mute.1: {input: note 2 ch 1, motor: true}
          knob.1: {input: cc 1 ch 1}

        """

    private func config(_ map: String, controls: String = "{}") -> String {
        """
        version: 1
        parameters:
          cut: {kind: toggle, words: [open, muted]}
          mode: {kind: choice, options: [a, b]}
          level: {}
          go: {kind: trigger}
        surfaces:
          s: {profile: box, controls: \(controls), map: {\(map)}}

        """
    }

    private let profiles = ["./profiles/box.yaml": LampTests.box]

    @Test("looks with a name are those of every control that names them, also in a surface")
    func named() throws {
        let read = try configuration(config("pad.1: cut", controls: "{mute.1: {lamp: pad}}"), profiles: profiles)
        let controls = read.surfaces[0].controls
        #expect(controls[0].lamp == controls[1].lamp && controls[0].lamp?.blink == 4 && controls[0].lamp?.colors.count == 2)
        #expect(controls[0].motorRange == RawRange(0, 3) && controls[2].lamp == nil)
        #expect(controls[0].lampStates == LampStates([0, 3]))
    }

    @Test("a mapping says what each state looks like; a trigger has its three states, in colors, too")
    func states() throws {
        let read = try configuration(
            config("pad.1: {parameter: mode, lamp: {a: red, b: lime}}, mute.1: {parameter: cut, lamp: {open: 0, muted: 99}}"),
            profiles: profiles)
        #expect(read.surfaces[0].controls.prefix(2).map(\.lampStates) == [LampStates([5, 21]), LampStates([0, 99])])
        let trigger = try configuration(
            config("pad.1: {parameter: go, lamp: {idle: off, running: blink, failed: red}}"), profiles: profiles)
        #expect(trigger.surfaces[0].controls[0].action == .press(TriggerLamp(idle: 0, running: 4, failed: 5)))
    }

    @Test("messages of a lamp are those of the control that has it, and need no motor")
    func messages() throws {
        let lamp = "{off: 0, on: 127, blink: 1, messages: [\"note {number+2} ch 2 = {red}\", \"note {number} ch 1 = {value}\"]}"
        let read = try configuration(
            config("mute.1: {parameter: cut, lamp: {muted: blink red}}", controls: "{mute.1: {lamp: \(lamp)}}"), profiles: profiles)
        let control = read.surfaces[0].controls[1]
        #expect(control.lamp?.messages.map { $0.address?.description } == ["note 4 ch 2", "note 2 ch 1"])
        #expect(control.motor?.description == "note 2 ch 1")
        #expect(control.lampStates == LampStates([0, LampSpec.raw(1, try #require(StripColor("red")))]))
        let own = try configuration(
            config("x: cut", controls: "{x: {input: note 9 ch 1, lamp: {messages: [\"F0 01 {number} {red:63} {green} F7\"]}}}"),
            profiles: profiles)
        #expect(own.surfaces[0].controls.last?.motor?.description == "note 9 ch 1")
    }

    @Test(
        "a color looks most like the one that the eye takes for it",
        arguments: [("orange", "#ffa000"), ("navy", "blue"), ("pink", "#ff80c0")])
    func nearest(_ word: String, _ wanted: String) throws {
        let palette = ["red", "#ffa000", "yellow", "lime", "blue", "#ff80c0", "white"].compactMap { StripColor($0) }
        var lamp = LampSpec(on: 1)
        lamp.colors = palette.enumerated().map { LampSpec.Shade($1, UInt32($0)) }
        let color = try #require(StripColor(word))
        let raw = try #require(lamp.raw(of: color))
        #expect(palette[Int(raw)] == StripColor(wanted))
    }
}
