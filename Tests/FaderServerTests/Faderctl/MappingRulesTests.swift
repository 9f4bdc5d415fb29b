import FaderAPI
import FaderJSON
import FaderValues
import Testing

@testable import FaderCLI

/// Which edits the page in the browser may make.
@Suite("Edits of the page")
struct MappingRulesTests {
    private static func refusal(_ edit: String) throws -> String? {
        MappingRules.refusal(of: try JSONReader.read(Array(edit.utf8)), profiles: ["x-touch"])
    }

    @Test(
        "what maps is allowed",
        arguments: [
            #"{"set": ["parameters", "browser", "label"], "to": "It's <b>"}"#,
            #"{"set": ["parameters", "a.b", "options"], "to": ["x", {"id": "y", "label": "Y"}]}"#,
            #"{"set": ["parameters", "browser", "target"], "to": {"pulse": {"app": ["Firefox*"], "capture": true}, "property": "mute"}}"#,
            #"{"set": ["parameters", "browser", "target"], "to": [{"pulse": "default-sink"}, {"mpris": "vlc*"}]}"#,
            #"{"set": ["parameters", "scene", "target"], "to": {"obs": "studio", "scene": "program"}}"#,
            #"{"set": ["parameters", "air", "target"], "to": {"obs": "studio", "streaming": true}}"#,
            #"{"set": ["parameters", "light", "target"], "to": {"brightness": "leds/kbd::backlight"}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"osc": "desk", "address": "/a"}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"mqtt": "house", "topic": "a/b", "set": "a/b/set", "path": "level"}}"#,
            #"{"set": ["lists", "ch", "kick"], "to": "Kick drum"}"#,
            #"{"set": ["lists", "ch", "kick"], "to": {"label": "Kick", "color": "red"}}"#,
            #"{"set": ["lists", "ch", "kick", "color"], "to": "red"}"#,
            #"{"remove": ["lists", "ch", "kick", "short"]}"#, #"{"set": ["parameters", "kick.level"], "to": {"max": 80, "label": "K"}}"#,
            #"{"remove": ["parameters", "browser", "unit"]}"#,
            #"{"move": ["parameters", "browser"], "before": null}"#,
            #"{"set": ["surfaces", "desk", "profile"], "to": "x-touch"}"#,
            #"{"set": ["surfaces", "desk", "match"], "to": {"client": "X-Touch", "port": 1}}"#,
            #"{"set": ["surfaces", "desk", "map", "shift+fader.1"], "to": {"parameter": "a", "action": "step", "by": 2}}"#,
            #"{"set": ["surfaces", "desk", "controls", "fader.9", "input"], "to": "cc 1 ch 1"}"#,
            #"{"remove": ["surfaces", "desk", "map", "fader.1"]}"#,
            #"{"set": ["web", "pages", "live"], "to": ["master", "drums.*"]}"#,
            #"{"set": ["surfaces", "desk", "strips", "each"], "to": "ch"}"#,
            #"{"set": ["surfaces", "desk", "strips", "each"], "to": ["kick", "snare"]}"#,
            #"{"set": ["surfaces", "desk", "strips", "shift+fader"], "to": "{}.level"}"#,
            #"{"set": ["surfaces", "desk", "strips", "mute", "parameter"], "to": "{}.mute"}"#,
            #"{"remove": ["surfaces", "desk", "strips"]}"#, #"{"remove": ["surfaces", "desk", "strips", "mute"]}"#,
            #"{"remove": ["parameters", "browser"]}"#, #"{"remove": ["surfaces", "desk", "pages", "fx", "map", "fader.1"]}"#,
            #"{"remove": ["web", "pages", "live", 0]}"#, #"{"remove": ["web", "pages", "live", "show", 12]}"#,
            #"{"set": ["groups", "drums"], "to": {"of": ["kick.level"], "label": "Drums", "color": "red"}}"#,
            #"{"set": ["groups", "drums", "of", 2], "to": "snare.level"}"#, #"{"set": ["groups", "drums", "mute"], "to": ["kick.mute"]}"#,
            #"{"set": ["groups", "drums", "color"], "to": "red"}"#, #"{"remove": ["groups", "drums", "color"]}"#,
            #"{"remove": ["groups", "drums", "mute", 0]}"#,
            #"{"remove": ["groups", "drums", "mute"]}"#,
            #"{"remove": ["groups", "drums"]}"#,
            #"{"set": ["surfaces", "desk", "map", "f3"], "to": {"action": "spill", "group": "drums"}}"#,
        ])
    func allowed(_ edit: String) throws { #expect(try Self.refusal(edit) == nil) }

    @Test(
        "everything else is refused",
        arguments: [
            #"{"set": ["parameters", "a", "target"], "to": {"exec": ["id"]}}"#,
            #"{"set": ["parameters", "a", "target"], "to": [{"pulse": "default-sink"}, {"exec": ["id"]}]}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"pulse": {"exec": ["id"]}}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"pulse": "default-sink", "read": ["id"]}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"pulse": "default-sink", "property": {"exec": "id"}}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"pulse": {"app": [{"exec": "id"}]}}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"osc": "desk", "address": "/a", "exec": ["id"]}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"http": "http://h", "put": "x"}}"#,
            #"{"set": ["parameters", "a"], "to": {"max": 80, "target": {"pulse": "default-sink"}}}"#,
            #"{"set": ["lists", "ch"], "to": {}}"#, #"{"set": ["lists", "ch", "kick", "target"], "to": "x"}"#,
            #"{"set": ["lists", "ch", "kick"], "to": {"exec": ["id"]}}"#, #"{"remove": ["lists", "ch", "kick"]}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"pulse": "default-sink", "mpris": "vlc"}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"brightness": "/etc/passwd"}}"#,
            #"{"set": ["parameters", "a", "target"], "to": {"brightness": "../../x"}}"#,
            #"{"set": ["parameters", "a", "target"], "to": []}"#,
            #"{"set": ["parameters", "a", "target", "exec"], "to": ["id"]}"#,
            #"{"set": ["parameters", "a"], "to": {"target": {"exec": ["id"]}}}"#,
            #"{"set": ["parameters", "{ch}.a", "label"], "to": "x"}"#,
            #"{"set": ["parameters", "a", "label"], "to": {"x": 1}}"#,
            #"{"set": ["parameters", "a", "options"], "to": [{"id": "x", "exec": ["id"]}]}"#,
            #"{"set": ["parameters"], "to": {}}"#,
            #"{"set": ["targets", "studio"], "to": {"obs": "evil:4455"}}"#,
            #"{"set": ["osc", "listen"], "to": 9000}"#,
            #"{"set": ["osc", "allow"], "to": ["0.0.0.0/0"]}"#,
            #"{"set": ["types", "t", "target"], "to": {"exec": ["id"]}}"#,
            #"{"set": ["surfaces", "desk"], "to": {"begin": ["sysex"]}}"#,
            #"{"set": ["surfaces", "desk", "begin"], "to": ["f0"]}"#,
            #"{"set": ["surfaces", "desk", "profile"], "to": "/tmp/evil.yaml"}"#,
            #"{"set": ["surfaces", "desk", "profile"], "to": "other"}"#,
            #"{"set": ["surfaces", "desk", "map", "../x"], "to": "a"}"#,
            #"{"set": ["surfaces", "desk", "map", "fader.1"], "to": {"parameter": "a", "exec": ["id"]}}"#,
            #"{"set": ["web", "listen"], "to": "0.0.0.0:80"}"#,
            #"{"set": ["web", "pages", "live"], "to": {"show": ["a"], "exec": ["id"]}}"#,
            #"{"set": ["surfaces", "desk", "strips"], "to": {"meter": {"obs": "studio", "input": "Mic"}}}"#,
            #"{"set": ["surfaces", "desk", "strips", "meter"], "to": {"obs": "studio"}}"#,
            #"{"set": ["surfaces", "desk", "strips", "each"], "to": [{"exec": ["id"]}]}"#,
            #"{"remove": ["surfaces", "desk", "strips", "each"]}"#, #"{"remove": ["surfaces", "desk", "pages", "fx"]}"#,
            #"{"remove": ["web", "pages", "live", -1]}"#, #"{"remove": ["web", "pages", "live", "view", 0]}"#,
            #"{"remove": ["web", "pages", 0]}"#,
            #"{"set": ["groups", "drums"], "to": {"of": ["kick.level"], "target": {"exec": ["id"]}}}"#, #"{"set": ["groups"], "to": {}}"#,
            #"{"set": ["groups", "drums"], "to": {"of": [{"exec": "id"}]}}"#,
            #"{"set": ["groups", "drums", "of", 0], "to": {"exec": ["id"]}}"#,
            #"{"set": ["groups", "drums", "target"], "to": {"pulse": "default-sink"}}"#,
            #"{"set": ["groups", "drums", "label"], "to": {"x": "y"}}"#,
            #"{"set": ["web", "pages", "live", 0], "to": "x"}"#, #"{"remove": ["groups", "drums", "label", 0]}"#,
            #"{"remove": ["groups", "drums", "of"]}"#, #"{"remove": ["groups", "drums", "target"]}"#, #"{"remove": ["groups"]}"#,
            #"{"remove": ["parameters", "{ch}.a"]}"#, #"{"remove": ["osc"]}"#, #"{"remove": ["surfaces", "desk"]}"#,
            #"{"rename": ["parameters", "a"], "to": "b"}"#, #"{"move": ["surfaces", "desk"], "before": null}"#,
            #"{"set": ["parameters", "a", "label"], "to": "x", "remove": ["osc"]}"#,
            #"{"set": ["parameters", 0, "label"], "to": "x"}"#, #"{"set": [], "to": "x"}"#, #"{}"#, #""set""#,
        ])
    func refused(_ edit: String) throws { #expect(try Self.refusal(edit) != nil) }

    @Test("what is passed on to faderd is what was checked, byte for byte in its keys and their order")
    func passedOn() throws {
        let edits =
            #"[{"set":["parameters","a","target"],"to":{"pulse":{"app":"ü\"\\"},"property":"mute"}},{"remove":["x",1.50,null,true]}]"#
        let request = try #require(MappingRequest(Array(#"{"dryRun": true, "edits": \#(edits), "read": "abc"}"#.utf8)))
        #expect(request.isDry && String(decoding: request.forFaderd, as: UTF8.self) == #"{"read":"abc","edits":\#(edits)}"#)
        #expect(MappingRequest(Array(#"{"read": "abc", "edits": [], "more": 1}"#.utf8)) == nil)
    }

    @Test("what the browser gets to know of a config has no programs, no files and no passwords")
    func picture() throws {
        let config = #"""
            {"parameters": {"a": {"label": "A", "target": {"exec": ["rm", "secret"]}}, "b": {"target": {"pulse": "default-sink"}},
             "{ch}.x": {"label": "x", "target": {"exec": ["secret"]}}},
             "groups": {"drums": {"of": ["{ch}.x"], "mute": "m", "label": "Drums", "target": {"exec": ["secret"]}}},
             "lists": {"ch": {"kick": {"label": "Kick", "x": "secret"}}, "bus": ["a"]}, "targets": {"studio": {"obs": "h:1", "password-file": "secret"}, "x": {"osc": "h:2"}, "house": {"mqtt": "secret"}},
             "surfaces": {"desk": {"profile": "p", "begin": ["secret"], "map": {"fader.1": {"parameter": "a", "lamp": "secret"}}}}}
            """#
        var picture = MappingPicture(file: "f")
        let content = try JSONValue.read(Array(config.utf8))
        picture.add(content, lines: ["a": 2, "{ch}.x": 12, "drums": 20])
        let text = String(decoding: try WireJSON.encode(picture), as: UTF8.self)
        #expect(!text.contains("secret") && !text.contains("exec"))
        #expect(picture.templates == [MappingPicture.Template(key: "{ch}.x", line: 12)])
        #expect(picture.lists["ch"]["kick"] == .object(["label": .text("Kick")]) && picture.lists["bus"] == .list([.text("a")]))
        let drums: [String: JSONValue] = [
            "of": .list([.text("{ch}.x")]), "mute": .text("m"), "label": .text("Drums"), "line": .number(20),
        ]
        #expect(picture.groups == .object(["drums": .object(drums)]))
        #expect(picture.parameters["a"]["fixed"] == .flag(true) && picture.parameters["b"]["target"] != .null)
        #expect(MappingPicture.connections(content).map(\.name) == ["studio", "x", "house"])
    }

    @Test("a program, a player and a light offer what makes sense for them, each once")
    func candidates() {
        let found = MappingCandidate.all(
            [
                TargetCandidate(kind: "app", of: "pulse", name: "LibVLC 3.0.18", words: ["application.name: LibVLC 3.0.18"]),
                TargetCandidate(kind: "app", of: "pulse", name: "LibVLC 3.0.18", words: []),
                TargetCandidate(kind: "sink", of: "pulse", name: "Built-in Audio", words: ["name: alsa_output.pci*"]),
                TargetCandidate(kind: "player", of: "mpris", name: "vlc.instance7", words: []),
                TargetCandidate(kind: "new", of: "new", name: "?", words: []),
            ], connections: [MappingConnection(kind: .obs, name: "studio"), MappingConnection(kind: .osc, name: "foh")])
        #expect(found.map(\.kind) == ["default-sink", "default-source", "rest", "app", "sink", "player", "obs", "osc"])
        #expect(found[6].offers.map(\.what) == ["scene", "recording", "streaming", "volume", "mute"])
        #expect(
            found[6].offers.map(\.asks) == [[], [], [], ["input"], ["input"]] && found[7].offers.map(\.asks) == [["address"], ["address"]])
        #expect(found[6].offers[1].keys[1].value == .object(["obs": .text("studio"), "recording": .flag(true)]))
        #expect(found[3].offers[0].keys[1].value == .object(["pulse": .object(["app": .text("LibVLC*")])]))
        #expect(found[4].offers[0].keys[1].value == .object(["pulse": .object(["sink": .text("alsa_output.pci\\*")])]))
        #expect(found[5].offers.map(\.what) == ["volume", "playing", "next", "previous"])
        // The page may write all that it is offered.
        #expect(
            found.flatMap(\.offers).allSatisfy { offer in offer.keys.allSatisfy { $0.key != "target" || MappingTargets.isOwn($0.value) } })
    }

    @Test("what the daemon offers is offered as it is, its keys in order, and a connection has it once, before what a person types")
    func offers() throws {
        let parameter = try JSONValue.read(Array(#"{"target": {"obs": "studio", "scene": "program"}, "kind": "choice"}"#.utf8))
        let new = try JSONValue.read(Array(#"{"target": {"new": "x", "file": "/etc/passwd"}}"#.utf8))
        let found = MappingCandidate.all(
            [
                TargetCandidate(
                    kind: "obs", of: "obs", name: "studio", words: [],
                    offers: [TargetOffer(what: "scene", parameter: parameter.members, value: "Main")]),
                TargetCandidate(kind: "thing", of: "new", name: "?", words: [], offers: [TargetOffer(what: "it", parameter: new.members)]),
            ], connections: [MappingConnection(kind: .obs, name: "studio")])
        let studio = try #require(found.first { $0.kind == "obs" })
        #expect(found.filter { $0.kind == "obs" }.count == 1 && studio.first == "obs")
        #expect(studio.offers.map(\.what) == ["scene", "volume", "mute"] && studio.offers.map(\.now) == ["Main", nil, nil])
        #expect(studio.offers[0].keys.map(\.key) == ["kind", "target"])
        // Whatever a daemon offers, the page writes no target that it may not.
        #expect(found.contains { $0.kind == "thing" } && !MappingTargets.isOwn(new["target"]))
    }

    @Test("A group whose target was written by hand is neither replaced nor deleted")
    func foreignTarget() throws {
        let content = try JSONValue.read(Array(#"{"groups": {"a": {"target": {"x32": "foh", "dca": 1}}, "b": {"of": ["x"]}}}"#.utf8))
        func check(_ edit: String) throws { try MappingTargets.requireOwn([try JSONReader.read(Array(edit.utf8))], in: content) }
        for edit in [#"{"remove": ["groups", "a"]}"#, #"{"set": ["groups", "a"], "to": {"of": ["x"]}}"#] {
            let problem = #expect(throws: MappingProblem.self) { try check(edit) }
            #expect(problem?.problem.detail.contains("the target of a was written by hand") == true)
        }
        try check(#"{"remove": ["groups", "b"]}"#)
        try check(#"{"set": ["groups", "a", "label"], "to": "A"}"#)
    }

    @Test("An edit of nothing is told the forms of an edit")
    func nothing() throws { #expect(try Self.refusal(#"{"remove": []}"#)?.hasPrefix("an edit of the page is {") == true) }
}
