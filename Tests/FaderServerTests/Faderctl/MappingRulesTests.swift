import FaderAPI
import FaderJSON
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

/// Which edits the page in the browser may make.
@Suite("Edits of the page")
struct MappingRulesTests {
    private static func refusal(_ edit: String) throws -> String? {
        MappingRules.refusal(of: try JSONReader.read(Array(edit.utf8)), profiles: ["x-touch"])
    }

    @Test("what maps is allowed, and everything else is refused")
    func edits() throws {
        let lines = try TestFile.text("Vectors/page-edits.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        for line in lines { #expect(try (Self.refusal(String(line.dropFirst(2))) == nil) == line.hasPrefix("+ "), "\(line)") }
        #expect(lines.count > 90)
    }

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
