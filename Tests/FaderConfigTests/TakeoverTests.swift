import FaderConsole
import Testing

@testable import FaderConfig

@Suite("Takeover in the config")
struct TakeoverTests {
    private func controls(_ surface: String, profiles: [String: String] = [:]) throws -> [ControlSpec] {
        try configuration("version: 1\nsurfaces:\n  desk:\n    match: x\n\(surface)", profiles: profiles).surfaces[0].controls
    }

    @Test("it can be set for a control, a surface and in a profile: the most specific one counts; buttons have none")
    func order() throws {
        let profile = """
            version: 1
            name: X
            takeover: scale
            controls:
              fader.1: {input: cc 1 ch 1}
              fader.2: {input: cc 2 ch 1, takeover: relative}
              mute.1: {input: note 1 ch 1}
              knob.1: {input: cc 3 ch 1, motor: true}
            """
        func modes(_ surface: String) throws -> [TakeoverMode] {
            try controls("    profile: x\n\(surface)", profiles: ["/usr/share/profiles/x.yaml": profile]).map(\.takeoverMode)
        }
        #expect(try modes("") == [.scale, .relative, .jump, .jump])
        #expect(try modes("    takeover: pickup") == [.pickup, .pickup, .jump, .jump])
        #expect(try modes("    takeover: pickup\n    controls: {fader.1: {takeover: jump}}") == [.jump, .pickup, .jump, .jump])
        #expect(try controls("    controls: {fader.1: {input: cc 1 ch 1}}").map(\.takeoverMode) == [.pickup])
    }

    @Test("a lamp that is lit while the control waits")
    func lamp() throws {
        let lamps = try controls(
            """
                controls:
                  fader.1: {input: cc 1 ch 1, takeover: {lamp: note 1 ch 1}}
                  fader.2: {input: cc 2 ch 1, takeover: {mode: scale, lamp: {message: note 2 ch 1, raw: [0, 1]}}}
            """)
        #expect(lamps.map(\.takeover) == [.pickup, .scale])
        #expect(lamps.map { $0.takeoverLamp?.description } == ["note 1 ch 1", "note 2 ch 1"])
        #expect(lamps.map(\.takeoverLampRange) == [nil, RawRange(0, 1)])
    }

    @Test("raw values with the higher one first are for lamps alone: the higher one means off")
    func reversedLamps() throws {
        let lamps = try controls(
            """
                controls:
                  mute.1: {input: note 1 ch 1, motor: {raw: [127, 0]}}
                  mute.2: {input: note 2 ch 1, motor: {message: note 9 ch 1, raw: [5, 2]}}
                  fader.1: {input: cc 1 ch 1, takeover: {lamp: {message: note 3 ch 1, raw: [1, 0]}}}
                  mute.3: {input: note 4 ch 1, motor: {raw: [0, 1]}}
            """)
        #expect(lamps.map(\.isLampReversed) == [true, true, false, false])
        #expect(lamps.map(\.isTakeoverLampReversed) == [false, false, true, false])
        #expect(lamps.map(\.motorRange) == [RawRange(0, 127), RawRange(2, 5), nil, RawRange(0, 1)])
        #expect(lamps[2].takeoverLampRange == RawRange(0, 1))
        let profile = "version: 1\nname: X\ncontrols: {mute.1: {input: note 1 ch 1, motor: {raw: [127, 0]}}}"
        func merged(_ own: String) throws -> [Bool] {
            try controls("    profile: x\n    controls: {mute.1: \(own)}", profiles: ["/usr/share/profiles/x.yaml": profile])
                .map(\.isLampReversed)
        }
        #expect(try merged("{hold-off: 80}") == [true])
        #expect(try merged("{motor: {raw: [0, 127]}}") == [false])
        #expect(try merged("{motor: note 5 ch 1}") == [false])
        expect(
            """
            version: 1
            surfaces:
              desk:
                match: x
                controls:
                  fader.1: {input: cc 1 ch 1, motor: {raw: 1️⃣[127, 0]}}
                  fader.2: {input: cc 2 ch 1, raw: 2️⃣[127, 0]}
                  mute.1: {input: note 1 ch 1, motor: {raw: 3️⃣[9, 9]}}
            """,
            [
                "1️⃣ error: the first raw value must be below the second; a control that goes the other way has invert: true",
                "2️⃣ error: the first raw value must be below the second; a control that goes the other way has invert: true",
                "3️⃣ error: the raw values for off and on must differ",
            ])
    }

    @Test("errors are reported at their place")
    func wrong() {
        expect(
            """
            version: 1
            surfaces:
              desk:
                match: x
                takeover: 1️⃣soft
                controls:
                  a: {input: cc 1 ch 1, takeover: 2️⃣pikup}
                  b: {input: cc 2 ch 1, motor: true, takeover: 3️⃣pickup}
                  c: {input: cc 3 ch 1, relative: twos, takeover: 4️⃣jump}
                  d: {input: cc 4 ch 1, takeover: {mode: jump, lamp: 5️⃣note 1 ch 1}}
                  e: {input: cc 5 ch 1, takeover: {lamp: 6️⃣{raw: [0, 1]}}}
                  f: {input: cc 6 ch 1, takeover: {lamp: 7️⃣cc 2 ch 1}}
                  g: {input: cc 7 ch 1, motor: cc 8 ch 1, ring: {dot: [1, 13]}, takeover: {lamp: 8️⃣cc 9 ch 1}}
            """,
            [
                "1️⃣ error: takeover must be one of jump, pickup, scale, relative; found \"soft\"",
                "2️⃣ error: takeover must be one of jump, pickup, scale, relative; found \"pikup\"; did you mean \"pickup\"?",
                "3️⃣ error: takeover has no effect: b has a motor, which goes where its parameter is",
                "4️⃣ error: takeover has no effect: c has no end, so it moves its parameter from wherever that is",
                "5️⃣ error: lamp has no effect: a control that jumps never waits",
                "6️⃣ error: a lamp needs the message that lights it: {message: \"note 8 ch 1\", raw: [0, 1]}",
                "7️⃣ error: two controls on one message: \"cc 2 ch 1\", the lamp of f, is also the motor of b (line 8, column 36)",
                "8️⃣ error: lamp has no effect: the ring of g shows where its parameter is",
            ])
    }
}
