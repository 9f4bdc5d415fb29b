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
}
