import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Triggers in the config")
struct TriggerTests {
    @Test("everything that a trigger can do, alone and in a list")
    func actions() throws {
        let contents = try #require(
            read(
                """
                version: 1
                targets: {qlab: {osc: "127.0.0.1:53000"}}
                parameters:
                  a: {min: 0, max: 10}
                  mute: {kind: toggle}
                  tint: {kind: color}
                  plain: {kind: trigger, label: Plain, short: PLN, color: red}
                  one: {kind: trigger, target: {recall: Song 1, over: 2 s}}
                  two: {kind: trigger, target: [{recall-next: -1}, {save: now}, {undo: 1}, {redo: 2}, {undo: recall}]}
                  three: {kind: trigger, target: {set: {a: 3, mute: on, tint: "#ff0000"}}}
                  four: {kind: trigger, target: [{exec: [run, "{nothing}"], limit: 1 s}, {osc: qlab, address: /go, args: [1, a]}]}
                  five: {kind: trigger, target: {midi: daw, send: ["note 94 ch 1 = 127", F0 7F 7F 06 02 F7], release: ["note 94 ch 1 = 0"], lit-by: note 94 ch 1}}
                surfaces:
                  desk: {match: a, controls: {play: {input: note 1 ch 1}}, map: {play: five}}
                  daw: {match: b, controls: {}}
                """))
        let triggers = Dictionary(uniqueKeysWithValues: contents.settings.triggers.map { ($0.id, $0.actions) })
        #expect(triggers["plain"] == nil)
        #expect(triggers["one"] == [.recall("Song 1", over: 2)])
        #expect(triggers["two"] == [.recallNext(by: -1), .save("now"), .undo(1), .redo(2), .undoRecall])
        #expect(
            triggers["three"]
                == [.set([("a", "3"), ("mute", "on"), ("tint", "#ff0000")].map { TriggerAction.Assignment(id: $0, text: $1) })])
        #expect(
            triggers["four"] == [
                .target(TargetSpec(ExecTargetSpec(arguments: ["run", "{nothing}"], limit: .seconds(1)))),
                .target(
                    TargetSpec(
                        OSCTargetSpec(
                            peer: OSCPeerSpec(host: "127.0.0.1", port: 53000), address: "/go", arguments: [.integer(1), .text("a")]))),
            ])
        let note = MessageAddress(.note, number: 94)
        let press: [DeviceMessage] = [.message(MIDIMessage(note, raw: 127)), .exclusive([0xF0, 0x7F, 0x7F, 0x06, 0x02, 0xF7])]
        let release = Dispatch(surface: "daw", messages: [.message(MIDIMessage(note, raw: 0))])
        #expect(triggers["five"] == [.midi(press: Dispatch(surface: "daw", messages: press), release: release)])
        #expect(contents.console.dispatches == [Dispatch(surface: "daw", messages: press), release])
        #expect(contents.console.surfaces[0].controls.map(\.action) == [.press(TriggerLamp())])
        #expect(contents.console.surfaces[1].controls.map(\.input) == [note])
        #expect(contents.console.surfaces[1].controls.map(\.action) == [.light])
        let spec = contents.console.parameters.first { $0.id == "plain" }
        #expect(spec?.kind == .trigger && spec?.maximum == 2 && spec?.short == "PLN")
    }

    @Test("a set of patterns and lists: an id that is written out overrides both, and a list overrides a pattern; with a fade, and a wait")
    func patterns() throws {
        let contents = try #require(
            read(
                """
                version: 1
                lists: {ch: {kick: Kick, snare: Snare T}}
                parameters:
                  "{ch}.drums": {type: decibel}
                  "{ch}.mute": {kind: toggle, words: [open, muted]}
                  "{ch}.name": {kind: text}
                  go: {kind: trigger, target: [{set: {"*.drums": "-inf dB", "{ch}.mute": muted, kick.mute: open, "*.name": "-"}, over: 2 s}, {wait: 1500 ms}]}
                  "{ch}.alone": {kind: trigger, target: {set: {"*.mute": muted, "{}.mute": open, "{ch}.name": "{label}"}}}
                """))
        let triggers = Dictionary(uniqueKeysWithValues: contents.settings.triggers.map { ($0.id, $0.actions) })
        func set(_ pairs: [(String, String)], over: Double? = nil) -> TriggerAction {
            .set(pairs.map { TriggerAction.Assignment(id: $0, text: $1) }, over: over)
        }
        #expect(
            triggers["go"] == [
                set([("kick.mute", "open"), ("snare.mute", "muted"), ("*.drums", "-inf dB"), ("*.name", "-")], over: 2),
                .wait(.milliseconds(1500)),
            ])
        #expect(triggers["snare.alone"] == [set([("snare.mute", "open"), ("snare.name", "Snare T"), ("*.mute", "muted")])])
    }

    @Test("at most 1,000 parameters are set at once")
    func manyPatterns() {
        let many = (1...1001).map { "  p.n\($0): {}\n" }.joined()
        expect(
            "version: 1\nparameters:\n\(many)  a: {kind: trigger, target: {set: 1️⃣{\"p.*\": 1}}}\n",
            ["1️⃣ error: this sets 1001 parameters; at most 1000 can be set at once"])
    }

    private func read(_ text: String) -> ConfigContents? {
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(bytes: Array(text.utf8), name: "faderd.yaml")
            .result
        guard case .success(let contents, _) = result else {
            for diagnostic in result.diagnostics { Issue.record("\(diagnostic.text)") }
            return nil
        }
        return contents
    }
}
