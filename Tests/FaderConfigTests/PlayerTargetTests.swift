import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Players and lights in the config")
struct PlayerTargetTests {
    @Test("players, their properties and calls, and lights are read")
    func reading() throws {
        let read = try settings(
            """
            version: 1
            parameters:
              a: {type: percent, target: {mpris: spotify*}}
              b: {kind: toggle, target: {mpris: "*", property: playing}}
              c: {max: 600, unit: s, target: {mpris: mpv, property: position}}
              d: {kind: toggle, target: {mpris: mpv, property: shuffle}}
              e: {kind: trigger, target: [{mpris: mpv, call: play-pause}, {mpris: mpv, call: next}]}
              f: {type: percent, target: {brightness: default}}
              g: {type: percent, target: {brightness: intel_backlight}}
              h: {kind: toggle, target: {brightness: "leds/tpacpi::kbd_backlight"}}
              i: {type: percent, target: {brightness: backlight/default}}
            """)
        let names = read.targets.map(\.target.name)
        #expect(
            names == [
                "mpris spotify* volume", "mpris * playing", "mpris mpv position", "mpris mpv shuffle", "brightness default",
                "brightness intel_backlight", "brightness leds/tpacpi::kbd_backlight", "brightness backlight/default",
            ])
        #expect(read.targets.last?.target.details as? BrightnessTargetSpec == BrightnessTargetSpec(.named(.backlight, "default")))
        #expect(read.pressed.map(\.name) == ["mpris mpv play-pause", "mpris mpv next"])
        #expect(read.targets.map(\.target.details.isPassing) == [false, false, true, false, false, false, false, false])
    }

    @Test("why players will not be reached is a warning at the first of them")
    func doubts() {
        let text = """
            version: 1
            parameters:
              a: {target: {exec: ["true"]}}
              b: {kind: trigger, target: [{undo: 1}, {mpris: x, call: next}]}
              c: {target: {mpris: x}}
              d: {target: {brightness: default}}
            """
        let doubts = ["mpris": "no players", "brightness": "no lights", "pulse": "no sound"]
        let told = ConfigReader(kinds: TargetKinds.all, profileDirectories: [], targetDoubts: doubts).read(text: text, name: "desk.yaml")
            .diagnostics
        #expect(told.map { "\($0.line) \($0.severity) \($0.message)" } == ["4 warning no players", "6 warning no lights"])
    }
}
