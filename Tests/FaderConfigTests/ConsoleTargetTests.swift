import FaderConsole
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Consoles in the config")
struct ConsoleTargetTests {
    @Test("law, range, steps and kind come with the property, unless the parameter says them")
    func brought() throws {
        let contents = try contents(
            """
            version: 1
            lists: {ch: {vox: Vox, kick: Kick Drum}}
            targets: {foh: {x32: 192.168.1.10}, stage: {xair: "desk.local:10024"}}
            parameters:
              "{ch}.fader": {label: "{label}", target: {x32: foh, ch: "{n}"}}
              mute: {words: [on air, off air], target: {x32: foh, ch: 1, property: mute}}
              pan: {target: {x32: foh, ch: 1, property: pan}}
              gain: {max: 40, target: {x32: foh, ch: 1, property: gain}}
              name: {target: {x32: foh, main: m, property: name}}
              color: {target: {x32: foh, dca: 8, property: color}}
              scene: {target: {xair: stage, scene: current}}
              song: {options: [One, Two], target: {x32: foh, scene: current}}
              fx: {target: {xair: stage, ch: 16, fx: 4}}
              percent: {type: percent, target: {x32: foh, bus: 16, matrix: 6}}
              free: {min: 0, max: 4, target: {x32: foh, address: /ch/01/eq/1/g}}
              load: {kind: trigger, target: {x32: foh, load: 7}}
              clear: {kind: trigger, target: {x32: foh, address: /-action/clearsolo, args: [1]}}
            """)
        let specs = Dictionary(uniqueKeysWithValues: contents.console.parameters.map { ($0.id, $0) })
        let fader = try #require(specs["kick.fader"])
        #expect(
            fader.label == "Kick Drum" && fader.minimum == -.infinity && fader.maximum == 10 && fader.unit == "dB" && fader.taper == .audio)
        #expect(fader.isTold && !fader.isFact)
        #expect(specs["mute"]?.kind == .toggle(off: "on air", on: "off air"))
        #expect(specs["pan"]?.minimum == -100 && specs["pan"]?.step == 2)
        #expect(specs["gain"]?.minimum == -12 && specs["gain"]?.maximum == 40 && specs["gain"]?.unit == "dB")
        if case .text(let rule)? = specs["name"]?.kind { #expect(rule.maximumLength == 12) } else { Issue.record("name is no text") }
        #expect(specs["color"]?.maximum == 15 && specs["scene"]?.isSupplied == true && specs["scene"]?.isRecallSafe == true)
        #expect(specs["percent"]?.unit == "%" && specs["free"]?.maximum == 4 && specs["free"]?.unit == "")
        let targets = contents.settings.targets.map(\.target.name)
        #expect(
            targets == [
                "x32 192.168.1.10 /ch/01/mix/fader", "x32 192.168.1.10 /ch/02/mix/fader", "x32 192.168.1.10 /ch/01/mix/on",
                "x32 192.168.1.10 /ch/01/mix/pan", "x32 192.168.1.10 /headamp/{/-ha/00/index}/gain", "x32 192.168.1.10 /main/m/config/name",
                "x32 192.168.1.10 /dca/8/config/color", "xair desk.local /-snap/index", "x32 192.168.1.10 /-show/prepos/current",
                "xair desk.local /ch/16/mix/10/level",
                "x32 192.168.1.10 /bus/16/mix/06/level", "x32 192.168.1.10 /ch/01/eq/1/g",
            ])
        #expect(contents.settings.pressed.map(\.name) == ["x32 192.168.1.10 /-action/goscene 7", "x32 192.168.1.10 /-action/clearsolo 1"])
        #expect(
            contents.settings.targets.map(\.target.details.hasLevel) == [true, true] + Array(repeating: false, count: 7) + [
                true, true, false,
            ])
        #expect(contents.settings.targets.filter(\.target.suppliesOptions).map(\.parameter) == ["scene"])
        #expect(specs["song"]?.maximum == 1 && specs["song"]?.isRecallSafe == true)
    }

    @Test("every mistake is told at its place, once")
    func mistakes() {
        expect(
            """
            version: 1
            targets:
              a: {x32: 1️⃣"192.168.1.10:0"}
              b: {x32: 192.168.1.10, 2️⃣port: 10023}
              c: {x32: 192.168.1.10}
              d: {xair: 192.168.1.11}
            parameters:
              e: {target: {x32: 3️⃣d, ch: 1}}
              f: {target: {x32: c, ch: 4️⃣33}}
              g: {target: 5️⃣{x32: c}}
              h: {target: 6️⃣{x32: c, ch: 1, dca: 1}}
              i: {target: 7️⃣{x32: c, ch: 1, scene: current}}
              j: {target: {x32: c, ch: 1, property: 8️⃣eq}}
              k: {target: {x32: c, dca: 1, property: 9️⃣pan}}
            """,
            [
                "1️⃣ error: the port must be 1…65535, such as 192.168.1.10:10023", "2️⃣ error: unknown key \"port\" in a target",
                "3️⃣ error: there is no \"d\" in targets, such as targets: {foh: {x32: 192.168.1.10}}",
                "4️⃣ error: ch must be a whole number 1…32, found \"33\"",
                "5️⃣ error: an x32 target needs one of ch, aux, fx, bus, matrix, dca, main, mute-group, selected, scene, address, such as ch: 1; "
                    + "a send has two, such as ch: 1, bus: 3",
                "6️⃣ error: there is no send between ch and dca in X32 or M32",
                "7️⃣ error: an x32 target needs one of ch, aux, fx, bus, matrix, dca, main, mute-group, selected, scene, address, such as ch: 1; "
                    + "a send has two, such as ch: 1, bus: 3",
                "8️⃣ error: property must be one of mute, pan, solo, gain, phantom, low-cut, name, color; found \"eq\"",
                "9️⃣ error: dca 1 has no pan in X32 or M32",
            ])
        expect(
            """
            version: 1
            targets: {c: {x32: 192.168.1.10}, d: {xair: 192.168.1.11}}
            parameters:
              e: {target: {x32: c, ch: 1, bus: 2, property: 1️⃣pan}}
              f: {kind: toggle, target: 2️⃣{x32: c, ch: 1}}
              g: {target: {xair: d, selected: 3️⃣channel}}
              h: {target: {xair: d, main: 4️⃣m}}
              i: {kind: trigger, target: {x32: c, load: 5️⃣100}}
              j: {kind: trigger, target: {xair: d, 6️⃣snippet: 1}}
              k: {target: {x32: c, address: 7️⃣ch/01}}
              l: {target: {x32: c, ch: 2, 8️⃣load: 1}}
              m: {target: {x32: c, ch: 3, range: 9️⃣[0, 1]}}
            """,
            [
                "1️⃣ error: the send to bus 2 has no pan in X32 or M32: a pair of buses has one, at the first of them",
                "2️⃣ error: /ch/01/mix/fader is a number, and f is a toggle",
                "3️⃣ error: X-Air or MR does not tell which channel is selected",
                "4️⃣ error: main must be one of st; found \"m\"",
                "5️⃣ error: load must be a whole number 0…99, found \"100\"",
                "6️⃣ error: unknown key \"snippet\" in an xair target; it has xair, load, address, args",
                "7️⃣ error: address must be an OSC address, such as /ch/01/mix/fader, found \"ch/01\"",
                "8️⃣ error: unknown key \"load\" in an x32 target; that is for triggers: kind: trigger",
                "9️⃣ error: range has no effect: the range comes with what the console has there",
            ])
    }
}
