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
    }
}
