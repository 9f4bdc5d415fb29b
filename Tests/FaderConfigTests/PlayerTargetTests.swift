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

    @Test("every mistake is told at its place")
    func mistakes() {
        expect(
            """
            version: 1
            parameters:
              a: {target: {mpris: 1️⃣org.mpris.MediaPlayer2.vlc}}
              b: {target: {mpris: 2️⃣playerctld}}
              c: {target: 3️⃣{mpris: x, property: playing}}
              d: {kind: toggle, target: 4️⃣{mpris: x}}
              e: {kind: toggle, target: {mpris: x, property: 5️⃣suffle}}
              f: {kind: trigger, target: 6️⃣{mpris: x}}
              g: {kind: trigger, target: {mpris: x, 7️⃣property: playing}}
              h: {target: {mpris: x, 8️⃣call: next}}
              i: {kind: trigger, target: {mpris: x, call: 9️⃣skip}}
            """,
            [
                "1️⃣ error: the name of a player is what follows org.mpris.MediaPlayer2.; did you mean \"vlc\"?",
                "2️⃣ error: playerctld only stands for other players: name those, or write \"*\" for any",
                "3️⃣ error: playing is on or off: the parameter has to be a toggle, not a number",
                "4️⃣ error: a volume is a number, not a toggle; \"property: playing\" is for a toggle",
                "5️⃣ error: property must be one of volume, playing, position, shuffle; found \"suffle\"; did you mean \"shuffle\"?",
                "6️⃣ error: a trigger for a player needs a call: next, previous, play-pause, play, pause, stop",
                "7️⃣ error: unknown key \"property\" in an mpris target; a trigger has no value: write call instead, such as call: play-pause",
                "8️⃣ error: unknown key \"call\" in an mpris target; call is for a trigger: kind: trigger",
                "9️⃣ error: call must be one of next, previous, play-pause, play, pause, stop; found \"skip\"",
            ])
        let what = "expected default or the name of a directory in /sys/class/backlight, or leds/NAME for one in /sys/class/leds"
        expect(
            """
            version: 1
            parameters:
              a: {target: {brightness: 1️⃣../../etc}}
              b: {target: {brightness: 2️⃣leds/}}
              c: {target: {brightness: 3️⃣leds/..}}
              d: {kind: choice, options: [x, y], target: 4️⃣{brightness: default}}
              e: {target: {brightness: default}}
              f: {5️⃣target: {brightness: default}}
              g: {kind: trigger, target: {6️⃣brightness: default}}
              h: {target: {brightness: x, 7️⃣property: volume}}
              i: {kind: text, target: {8️⃣mpris: x}}
              j: {kind: color, target: {9️⃣brightness: y}}
            """,
            [
                "1️⃣ error: \(what), found \"../../etc\"", "2️⃣ error: \(what), found \"leds/\"", "3️⃣ error: \(what), found \"leds/..\"",
                "4️⃣ error: a brightness is a number, or on or off, not a choice",
                "5️⃣ error: brightness default is the target of \"e\" already (line 7, column 7); a target can have one parameter, and that one "
                    + "can be mapped to any number of controls",
                "6️⃣ error: a trigger cannot do \"brightness\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, x32, xair, mpris, exec",
                "7️⃣ error: unknown key \"property\" in a brightness target",
                "8️⃣ error: i is a text, which only osc, mqtt, x32 and xair targets can have",
                "9️⃣ error: j is a color, which only osc, mqtt, sacn, artnet and exec targets can have",
            ])
    }
}
