import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("Messages with a value, in the config")
struct NamedValueTests {
    private func config(_ controls: [String], map: String = "") -> String {
        "version: 1\nparameters: {master: {}, mute: {kind: toggle}}\nsurfaces:\n  s:\n    match: X\n    controls:\n"
            + controls.map { "      \($0)\n" }.joined() + "    map: {\(map)}\n"
    }

    private func spec(_ controls: String..., map: String = "") throws -> [ControlSpec] {
        let result = read(config(controls, map: map))
        guard case .success(let contents, let warnings) = result else {
            Issue.record("\(result.diagnostics)")
            return []
        }
        #expect(warnings.isEmpty)
        return contents.console.surfaces[0].controls
    }

    @Test("a pasted line of monitor is a button; a toggle and a number are toggled by it, whatever the id says")
    func pasted() throws {
        let controls = try spec(
            "pedal.1: {input: \"program ch 1 = 3\"}", "pedal.2: {input: program ch 1=4}", "fader.1: {input: \"cc 80 ch 1 = 5\"}",
            "x: {input: \"note 60 ch 1 = 127\", motor: {message: \"note 60 ch 1\", raw: [0, 1]}}",
            map: "pedal.1: mute, pedal.2: master, x: {parameter: master, action: step}")
        #expect(controls.map { "\($0.input)" } == ["program ch 1 = 3", "program ch 1 = 4", "cc 80 ch 1 = 5", "note 60 ch 1 = 127"])
        #expect(controls.map(\.action) == [.toggle, .toggle, .follow, .step(by: 1, .ordinary)])
        #expect(controls.allSatisfy { ButtonRule.isButton($0) })
    }

    @Test("what needs a release is an error: follow, hold, span, a modifier without latch, the key of fine steps")
    func releases() {
        let why = "a.1 is known by the value of its press, \"program ch 1 = 3\", and has no release"
        let controls = ["a.1: {input: \"program ch 1 = 3\"}", "a.2: {input: note 1 ch 1}"]
        for (action, rest) in [
            ("{parameter: mute, action: follow}", "it cannot be followed; give it an action, such as toggle, step or set"),
            ("{parameter: mute, action: hold, value: on}", "hold would never end; use set, or toggle"),
            (
                "{parameter: mute, action: toggle, span: true}",
                "nobody can hold it while another is pressed, so span has no effect"
            ),
            ("{action: modifier}", "as a modifier it needs latch: true"),
        ] {
            expect(config(controls, map: "a.1: 1️⃣\(action)"), ["1️⃣ error: \(why): \(rest)"])
        }
    }

    @Test("a modifier that latches, a bank and a page need no release")
    func switches() throws {
        let controls = try spec(
            "a: {input: \"program ch 1 = 1\"}", "b: {input: \"program ch 1 = 2\"}",
            map: "a: {action: modifier, latch: true}, b: {action: page, page: next}")
        #expect(controls.map(\.action) == [.modifier(0, latches: true), .turn(by: 1)])
    }

    @Test("the same value twice, and the message with any value beside one, are two controls on one message")
    func claims() throws {
        let text = config([
            "a: {input: \"program ch 1 = 3\"}", "b: {input: 1️⃣\"program ch 1 = 3\"}", "c: {input: 2️⃣program ch 1}",
            "d: {input: note 9 ch 1}", "e: {input: 3️⃣\"note 9 ch 1 = 1\"}", "f: {input: \"cc 39 ch 1 = 1\"}",
            "g: {input: 4️⃣cc14 7 ch 1}", "h: {input: \"program ch 2 = 3\"}", "i: {input: \"program ch 1 = 4\"}",
        ])
        let lines = text.split(separator: "\n")
        func place(_ control: String) -> String {
            let line = lines.firstIndex { $0.contains("      \(control): ") } ?? 0
            return "line \(line + 1)"
        }
        let told = read(MarkedText(text).text).diagnostics.map { "\($0.line): \($0.message)" }
        try #require(told.count == 4, "\(told)")
        #expect(told[0].contains("\"program ch 1 = 3\", the input of b, is also the input of a (\(place("a"))"))
        #expect(told[1].contains("\"program ch 1\", the input of c, overlaps \"program ch 1 = 3\", the input of a"))
        #expect(told[2].contains("\"note 9 ch 1 = 1\", the input of e, overlaps \"note 9 ch 1\", the input of d"))
        #expect(told[3].contains("\"cc14 7 ch 1\", the input of g, overlaps \"cc 39 ch 1 = 1\", the input of f"))
    }

    @Test("halves at other numbers, and in another order")
    func halves() throws {
        let controls = try spec(
            "f.1: {input: cc14 39/7 ch 1, motor: true}", "f.2: {input: cc14 8/40 ch 1, lsb-first: true}", "f.3: {input: cc14 100/2 ch 2}")
        #expect(controls.map { "\($0.input)" } == ["cc14 39/7 ch 1", "cc14 8 ch 1", "cc14 100/2 ch 2"])
        #expect(controls.map(\.isLSBFirst) == [false, true, false])
    }

    @Test("encoders on notes and NRPN, and their center")
    func encoders() throws {
        let controls = try spec(
            "e.1: {input: note 60 ch 1, relative: offset, center: 16}", "e.2: {input: nrpn 9 ch 1, relative: twos}")
        #expect(controls.map { $0.encoder?.center } == [16, nil])
    }

    @Test("a protocol that only says whether notes are down knows no value of a note")
    func protocols() {
        expect(
            config(["x: {input: 1️⃣\"note 1 ch 3 = 5\"}", "y: {input: \"program ch 1 = 5\"}"]).replacing("match: X", with: "profile: box"),
            ["1️⃣ error: x cannot be known by the value of a note: the protocol of this device says only whether a note is down"],
            profiles: ["/usr/share/profiles/box.yaml": "version: 1\nname: Box\nmatch: X\nprotocol: mackie\n"])
    }
}
