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

    @Test("what a lamp or its parameter cannot do is reported")
    func errors() {
        expect(
            config(
                "pad.1: {parameter: cut, lamp: {muted: 1️⃣blinkk}}, mute.1: {parameter: mode, lamp: {a: 2️⃣red, 3️⃣c: 1}}, "
                    + "knob.1: {parameter: level, lamp: 4️⃣{on: 1}}"),
            [
                "1️⃣ error: \"blinkk\" is not a look of a lamp: off, on, blink, a color such as red or \"#ff8800\", or a raw value",
                "2️⃣ error: this lamp has no colors: its profile gives none", "3️⃣ error: unknown key \"c\" in a lamp",
                "4️⃣ error: lamp is for what is off or on, and for choices of at most 16 options that the config lists; level is a number",
            ], profiles: profiles)
        expect(
            config("pad.1: {parameter: cut, lamp: {muted: 1️⃣blink red}}", controls: "{mute.1: {lamp: 2️⃣padd}}"),
            [
                "2️⃣ error: lamps: has no \"padd\"; did you mean \"pad\"?",
                "1️⃣ error: this lamp has no colors in which it blinks: its profile gives none",
            ], profiles: profiles)
    }

    @Test("a raw value that the message of a lamp cannot have is an error; one of the highest number is none")
    func beyond() {
        expect(
            config("mute.1: {parameter: cut, lamp: {muted: 1️⃣128}}, pad.1: {parameter: go, lamp: {idle: 127, running: 2️⃣5000}}"),
            ["1️⃣ error: on must be a whole number 0…127, found \"128\"", "2️⃣ error: running must be a whole number 0…127, found \"5000\""],
            profiles: profiles)
        let control = "{x: {input: note 91 ch 1, motor: true, lamp: {on: 127, colors: {red: 127, green: [36, 127]}}}}"
        expect(config("x: cut", controls: control), [], profiles: profiles)
    }

    @Test("a lamp in a profile needs a message that lights it, two different values, and a button")
    func profileErrors() {
        func told(_ control: String, _ message: String) {
            expect(config(""), [message], profiles: ["./profiles/box.yaml": Self.box + "  \(control)\n"])
        }
        told("x: {input: note 9 ch 1, lamp: pad}", "./profiles/box.yaml:10:33 warning: lamp has no effect: x has no motor")
        told(
            "x: {input: note 9 ch 1, motor: true, lamp: {off: 5, on: 5}}",
            "./profiles/box.yaml:10:59 error: the values for off and on must differ")
        told(
            "x: {input: note 9 ch 1, motor: true, lamp: {off: 5}}",
            "./profiles/box.yaml:10:46 error: a lamp needs the value for on, or colors: {off: 0, on: 127}")
        told(
            "x: {input: note 9 ch 1, motor: {raw: [0, 1]}, lamp: pad}",
            "./profiles/box.yaml:10:40 error: raw has no effect: lamp says what x is sent for off and on")
        told(
            "x: {input: note 92 ch 1, motor: true, lamp: {on: 127, colors: {red: 127, green: [36, 127]}}}",
            "./profiles/box.yaml:10:47 error: a color of this lamp has a number beyond 127 for x, whose message is \"note 92 ch 1\"")
        told(
            "fader.1: {input: cc 9 ch 1, motor: true, lamp: pad}",
            "./profiles/box.yaml:10:50 error: fader.1 is not a button, and only the lamp of a button has looks; a ring has ring: {dot: [1, 11]}"
        )
    }

    private func problems(_ text: String) -> [String] { read(text, profiles: profiles).diagnostics.map(\.headline) }

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
        "what is wrong with a message of a lamp is reported with what to write",
        arguments: [
            ("[\"note 5 ch 1\"]", "which stand for what the lamp shows"),
            ("[\"note 5 ch 1 = 3\"]", "this message never changes"),
            ("[\"F0 01 02 F7\"]", "this message never changes"),
            ("[\"F0 01 {text} F7\"]", "\"{text}\" means nothing in the message of a lamp: a byte is two hexadecimal digits"),
            ("[\"F0 01 {red:128} F7\"]", "\"{red:128}\" means nothing"),
            ("[\"F0 81 {red} F7\"]", "\"81\" means nothing"),
            ("[\"F0 +F {red} F7\"]", "\"+F\" means nothing"),
            ("[\"F0 {red}\"]", "\"{red}\" means nothing"),
            ("[\"note {red} ch 1 = {red}\"]", "\"{red}\" means nothing"),
            ("[\"pitchbend ch 1 = {red}\"]", "has a value of seven bits, and a pitchbend has fourteen"),
            ("[\"nota 5 ch 1 = {red}\"]", "not a message of a lamp: \"nota\" is not a kind of message"),
            ("[]", "messages needs a list of 1 to 4 messages"),
            ("\"F0 {red} F7\"", "messages needs a list of 1 to 4 messages"),
            ("[\"F0 {number+120} {red} F7\"]", "{number} in the messages of this lamp is not within 0…127 for mute.1"),
            ("[\"F0 {red} F7\"], on: 5", "on has no effect: none of the messages has a place for it, {value}"),
            ("[\"F0 {red} F7\"], colors: {red: 5}", "colors has no effect: the messages say red, green and blue"),
            ("[\"F0 {value} F7\"]", "a lamp needs the value for on, or colors"),
            ("[\"note 1 ch 1 = {red}\"]", "two controls on one message: \"note 1 ch 1\", the lamp of mute.1, is also the motor of pad.1"),
        ])
    func messageErrors(_ messages: String, _ wanted: String) {
        let input = messages.contains("120") ? "note 20 ch 1" : "note 2 ch 1"
        let found = problems(config("", controls: "{mute.1: {input: \(input), lamp: {messages: \(messages)}}}"))
        #expect(found.count == 1 && found[0].contains(wanted), "\(found)")
    }

    @Test("a place of a lamp, or system exclusive, as a motor is an error that says where it belongs")
    func misplaced() {
        for message in ["F0 01 {red} F7", "note 5 ch 1 = {red}"] {
            let found = problems(config("", controls: "{mute.1: {motor: \"\(message)\"}}"))
            #expect(found.count == 1 && found[0].contains("are for lamps, as in lamp: {messages: ["), "\(found)")
        }
        let found = problems(config("", controls: "{knob.1: {bank: true}}"))
        #expect(found.count == 1 && found[0].contains("knob.1 is not a button, so it cannot tell which bank the device is in"))
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
