import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("What a control does to its parameter")
struct MapTests {
    private static let parameters = """
        version: 1
        parameters:
          level: {min: -70, max: 10, unit: dB, step: 0.5}
          free: {}
          mute: {kind: toggle, words: [open, muted]}
          side: {kind: choice, options: [heads, {id: tails, label: Tails up}]}
          name: {kind: text}
          price: {kind: range, max: 1000}
          tint: {kind: color}

        """

    /// A config whose surface has these controls, with these mappings.
    private func mapped(_ controls: [(id: String, input: String, map: String)], auto: String = "") -> String {
        Self.parameters + "surfaces:\n  s:\n    match: X\n\(auto)    controls:\n"
            + controls.map { "      \($0.id): {input: \($0.input)}\n" }.joined() + "    map:\n"
            + controls.map { "      \($0.id): \($0.map)\n" }.joined()
    }

    private func actions(_ controls: [(id: String, input: String, map: String)]) throws -> [ControlAction] {
        try #require(try configuration(mapped(controls)).surfaces.first).controls.map(\.action)
    }

    @Test("a button toggles a toggle and cycles a choice, and follows anything else")
    func buttons() throws {
        #expect(
            try actions([
                ("mute.1", "note 1 ch 1", "mute"), ("rec.1", "note 2 ch 1", "side"), ("solo.1", "note 3 ch 1", "level"),
                ("play", "cc 1 ch 1", "mute"), ("scene", "program ch 1", "side"),
            ]) == [.toggle, .cycle(by: 1), .follow, .toggle, .cycle(by: 1)])
    }

    @Test("faders and knobs follow, whatever message they send")
    func faders() throws {
        #expect(
            try actions([
                ("fader.1", "cc 1 ch 1", "mute"), ("encoder.1", "cc 2 ch 1", "side"), ("mod-wheel", "cc 3 ch 1", "mute"),
                ("pedal.1", "cc 4 ch 1", "mute"), ("bend", "pitchbend ch 1", "side"), ("x.1", "nrpn 5 ch 1", "mute"),
                ("y.1", "cc14 6 ch 2", "mute"), ("aftertouch", "pressure ch 1", "mute"),
            ]) == Array(repeating: .follow, count: 8))
    }

    @Test("every action is read, with its arguments")
    func everyAction() throws {
        let maps = [
            "{parameter: mute, action: follow}", "{parameter: level, action: step}", "{parameter: level, action: step, by: -2, size: big}",
            "{parameter: free, action: step, size: fine}", "{parameter: level, action: toggle}", "{parameter: side, action: cycle, by: -1}",
            "{parameter: level, action: set, value: -6}", "{parameter: level, action: set, value: \"-0.25 dB\"}",
            "{parameter: mute, action: hold, value: muted}", "{parameter: side, action: hold, value: Tails up}",
            "{parameter: tint.hue, action: reset}", "{parameter: mute}",
        ]
        let controls = maps.enumerated().map { (id: "b.\($0 + 1)", input: "note \($0) ch 1", map: $1) }
        #expect(
            try actions(controls) == [
                .follow, .step(by: 1, .ordinary), .step(by: -2, .big), .step(by: 1, .fine), .toggle, .cycle(by: -1), .set(-6), .set(-0.25),
                .hold(1), .hold(1), .reset, .toggle,
            ])
    }

    @Test("parts are mapped by their ids, and price.nearest is the nearer end of a range")
    func parts() throws {
        let read = try configuration(
            mapped([
                ("fader.1", "cc 1 ch 1", "price.low"), ("fader.2", "cc 2 ch 1", "price.nearest"),
                ("fader.3", "cc 3 ch 1", "{parameter: price.nearest, action: follow}"), ("fader.4", "cc 4 ch 1", "tint.lightness"),
            ]))
        let controls = try #require(read.surfaces.first).controls
        let ids = controls.map { control in control.parameter.map { read.parameters[$0].id } }
        #expect(ids == ["price.low", "price.low", "price.low", "tint.lightness"])
        #expect(controls.map { control in control.otherEnd.map { read.parameters[$0].id } } == [nil, "price.high", "price.high", nil])
    }

    @Test("a numbered button that toggles can span; nothing else can")
    func span() throws {
        #expect(
            try actions([
                ("mute.1", "note 1 ch 1", "{parameter: mute, span: true}"), ("mute.2", "note 2 ch 1", "{parameter: mute, span: false}"),
                ("solo.1", "note 3 ch 1", "{parameter: level, action: toggle, span: true}"),
            ]) == [.toggleSpan, .toggle, .toggleSpan])
    }

    @Test("a surface is marked for declared parameters by auto: true")
    func auto() throws {
        let free = [(id: "fader.1", input: "cc 1 ch 1", map: "level")]
        #expect(try configuration(mapped(free, auto: "    auto: true\n")).surfaces.map(\.isAuto) == [true])
        #expect(try configuration(mapped(free)).surfaces.map(\.isAuto) == [false])
    }
}
