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

    @Test("what a trigger cannot do or have is an error at its place")
    func errors() {
        expect(
            """
            version: 1
            parameters:
              a: {min: 0, max: 10}
              name: {kind: text, pattern: "[a-z]+", default: a}
              price: {kind: range, min: 0, max: 10, gap: 1}
              b: {kind: trigger, 1️⃣default: 1, 2️⃣step: 1, 3️⃣recall-safe: true}
              c: {kind: trigger, target: {4️⃣recal: verse}}
              d: {kind: trigger, target: {5️⃣alsa: {card: PCH, control: Master}}}
              e: {kind: trigger, target: 6️⃣[]}
              f: {kind: trigger, target: [{recall: verse, over: 7️⃣20 min}, {recall-next: 8️⃣2}, {undo: 9️⃣0}]}
            """,
            [
                "1️⃣ error: default does not fit a trigger: it is for number, integer, toggle, choice, text, range and color",
                "2️⃣ error: step does not fit a trigger: it is for number, integer and range",
                "3️⃣ error: recall-safe does not fit a trigger: it is for number, integer, toggle, choice, text, range and color",
                "4️⃣ error: a trigger cannot do \"recal\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, x32, xair, mpris, exec; did you mean \"recall\"?",
                "5️⃣ error: a trigger cannot do \"alsa\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, x32, xair, mpris, exec",
                "6️⃣ error: the list is empty: leave target out instead",
                "7️⃣ error: expected a time such as \"150 ms\" for over, found \"20 min\"",
                "8️⃣ error: recall-next must be one of 1, -1; found \"2\"",
                "9️⃣ error: undo must be a whole number 1…1000, found \"0\"",
            ])
        expect(
            """
            version: 1
            parameters:
              f: {kind: trigger, target: [{undo: 1️⃣recal}, {undo: 2️⃣1.5}, {redo: 3️⃣recall}]}
            """,
            [
                "1️⃣ error: undo must be a whole number 1…1000 or recall, found \"recal\"; did you mean \"recall\"?",
                "2️⃣ error: undo must be a whole number 1…1000, found \"1.5\"",
                "3️⃣ error: expected a number for redo, found \"recall\"",
            ])
        expect(
            """
            version: 1
            parameters:
              a: {min: 0, max: 10}
              price: {kind: range, min: 0, max: 10, gap: 1}
              g: {kind: trigger, target: {set: {a: 1️⃣11 dB, 2️⃣nobody: 1, h: 3️⃣1, price: 1..5, 4️⃣price.low: 1}}}
              h: {kind: trigger, target: {exec: 5️⃣[run, "{value}"], 6️⃣read: [run]}}
              i: {kind: trigger, target: {midi: 7️⃣nowhere, send: [note 1 ch 1 = 1]}}
              j: {kind: trigger, target: {midi: 8️⃣desk}}
              k: {kind: trigger, target: {midi: desk, send: [note 1 ch 1 = 1], lit-by: 9️⃣note 1 ch 1}}
            surfaces: {desk: {match: a, controls: {play: {input: note 1 ch 1}}}}
            """,
            [
                "1️⃣ error: a: \"11 dB\" is not a number: \"dB\" at character 4 is not understood: this value has no unit; expected a number in 0.00…10.00, for example \"0.00\"",
                "2️⃣ error: there is no parameter \"nobody\"",
                "3️⃣ error: h: a trigger has no value; expected a press, as with \"faderctl press h\"",
                "4️⃣ error: price.low is a part of price, which is set, too; set one of them",
                "5️⃣ error: \"{value}\" in exec has no meaning: a trigger has no value",
                "6️⃣ error: unknown key \"read\" in an exec target; it has exec, limit, env",
                "7️⃣ error: there is no surface \"nowhere\"",
                "8️⃣ error: midi needs the messages to send: {midi: desk, send: [\"note 94 ch 1 = 127\"]}",
                "9️⃣ error: \"note 1 ch 1\" is already what play sends on the surface desk",
            ])
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

    @Test("a pattern that means nothing, or only what cannot be set to that, is an error; where programs may bring it, a warning")
    func wrongPatterns() {
        let parameters = """
            version: 1
            lists: {ch: [kick, snare]}
            parameters:
              kick.mute: {kind: toggle, words: [open, muted]}
              snare.mute: {kind: toggle, words: [open, muted]}
              few: {min: 0, max: 10, out-of-range: reject}
            """
        expect(
            parameters + "\n" + """
                  a: {kind: trigger, target: {set: {1️⃣"*.drums": 1}}}
                  b: {kind: trigger, target: {set: {2️⃣"*.mute": frob}}}
                  c: {kind: trigger, target: {set: {"*.mute": open, 3️⃣"kick.*": muted}}}
                  d: {kind: trigger, target: {set: {4️⃣"{ch}.drums": 1}}}
                  e: {kind: trigger, target: {set: {5️⃣"{bus}.drums": 1}}}
                  f: {kind: trigger, target: {set: {6️⃣"?": 1}}}
                  g: {kind: trigger, target: {set: {"f*": 7️⃣20}}}
                  h: {kind: trigger, target: [{wait: 8️⃣3 sec}, {9️⃣wiat: 3 s}]}
                """,
            [
                "1️⃣ error: no parameter of this config matches \"*.drums\"",
                "2️⃣ error: none of the 2 that match \"*.mute\" can be set to that: kick.mute: \"frob\" is not one of its words; expected open or muted, for example \"open\"",
                "3️⃣ error: kick.mute matches both \"*.mute\" (line 9, column 37) and \"kick.*\"; set it by its own id",
                "4️⃣ error: for kick: there is no parameter \"kick.drums\"",
                "5️⃣ error: there is no list \"bus\"",
                "6️⃣ error: none of the 8 that match \"?\" can be set to that: they have no value that can be set",
                "7️⃣ error: few, which matches \"f*\": 20 is out of range; expected a number in 0.00…10.00, for example \"0.00\"; set few by its own id",
                "8️⃣ error: expected a time such as \"150 ms\" for wait, found \"3 sec\"",
                "9️⃣ error: a trigger cannot do \"wiat\"; it can do recall, recall-next, save, undo, redo, set, wait, midi, osc, mqtt, obs, x32, xair, mpris, exec; did you mean \"wait\"?",
            ])
        expect(
            parameters + "\n  a: {kind: trigger, target: {set: {1️⃣\"*.drums\": 1}}}\napps: {}\n",
            ["1️⃣ warning: no parameter of this config matches \"*.drums\""])
    }

    @Test("at most 1,000 parameters are set at once")
    func manyPatterns() {
        let many = (1...1001).map { "  p.n\($0): {}\n" }.joined()
        expect(
            "version: 1\nparameters:\n\(many)  a: {kind: trigger, target: {set: 1️⃣{\"p.*\": 1}}}\n",
            ["1️⃣ error: this sets 1001 parameters; at most 1000 can be set at once"])
    }

    @Test("a name that no snapshot can have is an error")
    func snapshotNames() {
        expect(
            """
            version: 1
            parameters:
              a: {kind: trigger, target: [{save: 1️⃣a/b}, {save: 2️⃣"verse "}, {recall: 3️⃣..}, {save: Strophe 2}]}
            """,
            [
                "1️⃣ error: the name of a snapshot contains a \"/\": \"a/b\"",
                "2️⃣ error: the name of a snapshot begins or ends with a space: \"verse \"",
                "3️⃣ error: the name of a snapshot is a reserved path name: \"..\"",
            ])
    }

    @Test("a message that a trigger cannot send is one error")
    func messages() {
        expect(
            """
            version: 1
            parameters:
              a: {kind: trigger, target: {midi: desk, send: [1️⃣note 1 ch 1]}}
              b: {kind: trigger, target: {midi: desk, send: 2️⃣"note 1 ch 1 = 1"}}
              c: {kind: trigger, target: {midi: desk, send: 3️⃣[]}}
            surfaces: {desk: {match: a, controls: {play: {input: note 1 ch 1}}}}
            """,
            [
                "1️⃣ error: expected a message with its value, such as \"note 0 ch 2 = 100\", or the bytes F0 … F7 of one",
                "2️⃣ error: send needs a list of at most 32 messages, such as [\"note 0 ch 2 = 100\"]",
                "3️⃣ error: midi needs the messages to send: {midi: desk, send: [\"note 94 ch 1 = 127\"]}",
            ])
    }

    @Test("no message that lights a trigger is part of what a control sends")
    func lights() {
        expect(
            """
            version: 1
            parameters:
              a: {kind: trigger, target: {midi: desk, send: [note 1 ch 2 = 1], lit-by: 1️⃣note 104 ch 1}}
              b: {kind: trigger, target: {midi: desk, send: [note 1 ch 2 = 1], lit-by: 2️⃣cc 39 ch 1}}
              c: {kind: trigger, target: {midi: desk, send: [note 1 ch 2 = 1], lit-by: 3️⃣cc 80 ch 1}}
              d: {kind: trigger, target: {midi: desk, send: [note 1 ch 2 = 1], lit-by: note 2 ch 1}}
              e: {kind: trigger, target: {midi: desk, send: [note 1 ch 2 = 1], lit-by: 4️⃣note 2 ch 1}}
            surfaces:
              desk:
                match: a
                controls: {fader.1: {input: cc14 7 ch 1, motor: true, touch: note 104 ch 1}, foot: {input: cc 80 ch 1 = 5}}
            """,
            [
                "1️⃣ error: \"note 104 ch 1\" is already what fader.1 sends on the surface desk",
                "2️⃣ error: \"cc 39 ch 1\" overlaps \"cc14 7 ch 1\", what fader.1 sends on the surface desk",
                "3️⃣ error: \"cc 80 ch 1\" overlaps \"cc 80 ch 1 = 5\", what foot sends on the surface desk",
                "4️⃣ error: \"note 2 ch 1\" is already what lights another trigger on the surface desk",
            ])
    }

    @Test("only a button presses a trigger, and it does nothing else")
    func maps() {
        expect(
            """
            version: 1
            parameters: {go: {kind: trigger}, a: {min: 0, max: 1}}
            surfaces:
              desk:
                match: a
                controls: {fader.1: {input: cc 1 ch 1}, play: {input: note 1 ch 1}, stop: {input: note 2 ch 1}, rec: {input: program ch 1 = 3}}
                map:
                  fader.1: 1️⃣go
                  play: {parameter: go, action: 2️⃣toggle}
                  stop: {parameter: a, action: 3️⃣press}
                  rec: {parameter: go, action: press, lamp: {idle: 1, running: 2, failed: 4️⃣x}}
            """,
            [
                "1️⃣ error: go is a trigger, which only a button can press, and fader.1 is not one",
                "2️⃣ error: go is a trigger, which is only pressed: leave action out",
                "3️⃣ error: press is for triggers, and a is a number",
                "4️⃣ error: \"x\" is not a look of a lamp: off, on, blink, a color such as red or \"#ff8800\", or a raw value",
            ])
        expect(
            """
            version: 1
            parameters: {go: {kind: trigger}, a: {min: 0, max: 1}}
            surfaces: {desk: {match: a, controls: {play: {input: note 1 ch 1}}, map: {play: {parameter: a, lamp: 1️⃣{idle: 1}}}}}
            """,
            [
                "1️⃣ error: lamp is for what is off or on, and for choices of at most 16 options that the config lists; a is a number"
            ])
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
