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

    @Test("a modifier that latches, a bank and a page need no release")
    func switches() throws {
        let controls = try spec(
            "a: {input: \"program ch 1 = 1\"}", "b: {input: \"program ch 1 = 2\"}",
            map: "a: {action: modifier, latch: true}, b: {action: page, page: next}")
        #expect(controls.map(\.action) == [.modifier(0, latches: true), .turn(by: 1)])
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
}
