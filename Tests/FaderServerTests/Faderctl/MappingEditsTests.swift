import FaderAPI
import FaderJSON
import FaderRig
import FaderValues
import Testing

@testable import FaderCLI

/// The edits that the page has made for rows of strips, and for a parameter that is deleted.
@Suite("Rows of strips, and the end of a parameter")
struct MappingEditsTests {
    private static func parameters(_ ids: [String]) -> [ParameterResource] {
        ids.map { id in
            ParameterResource(
                id: id, label: id, kind: id.hasSuffix("mute") ? "toggle" : "number", value: .number(0), text: "0", editText: "0",
                defaultValue: .number(0), origin: "restore", revision: 1)
        }
    }

    private static let all = parameters([
        "kick.level", "kick.pan", "kick.mute", "snare.level", "snare.pan", "snare.mute", "hat.level", "hat.pan", "hat.mute", "master",
    ])

    private static func edits(_ control: String, _ id: String, _ config: String, _ all: [ParameterResource] = all) throws -> [String] {
        let content = try JSONValue.read(Array(config.utf8))
        let edits = try MappingStrips(content, surface: "desk").edits(row: control, driving: id, of: all, content)
        return try edits.map { String(decoding: try JSONWriter.write($0), as: UTF8.self) }
    }

    @Test("the first row makes the strips, of the words of the ids that differ in one, and what was mapped for one of them goes")
    func first() throws {
        let config =
            #"{"surfaces": {"desk": {"map": {"fader.1": "hat.level", "fader.9": "master", "mute.1": {"parameter": "kick.mute"}}}}}"#
        #expect(
            try Self.edits("fader.2", "kick.level", config) == [
                #"{"set":["surfaces","desk","strips","each"],"to":["kick","snare","hat"]}"#,
                #"{"set":["surfaces","desk","strips","fader"],"to":"{}.level"}"#,
                #"{"remove":["surfaces","desk","map","fader.1"]}"#,
            ])
        let channels = Self.parameters(["channel.1", "channel.2", "channel.3"])
        #expect(
            try Self.edits("fader.1", "channel.2", "{}", channels)[1] == #"{"set":["surfaces","desk","strips","fader"],"to":"channel.{}"}"#)
    }

    @Test("a list with the same words is named instead of them, and later rows take the words that are there")
    func later() throws {
        let list = #"{"lists": {"other": ["kick"], "ch": {"hat": "Hat", "kick": "Kick", "snare": "Snare"}}, "surfaces": {"desk": {}}}"#
        #expect(try Self.edits("fader.1", "kick.level", list)[0] == #"{"set":["surfaces","desk","strips","each"],"to":"ch"}"#)
        let some =
            #"{"surfaces": {"desk": {"strips": {"each": ["snare", "kick"], "fader": "{}.level", "mute": {"parameter": "x", "span": true}}}}}"#
        #expect(try Self.edits("encoder.1", "kick.pan", some) == [#"{"set":["surfaces","desk","strips","encoder"],"to":"{}.pan"}"#])
        #expect(try Self.edits("mute.7", "kick.mute", some) == [#"{"set":["surfaces","desk","strips","mute","parameter"],"to":"{}.mute"}"#])
    }

    @Test(
        "what cannot be a row is refused with a sentence",
        arguments: [
            ("play", "kick.level", "{}", "not part of a row"), ("fader.1", "master", "{}", "no other parameter has an id like master"),
            ("fader.1", "kick.level", #"{"surfaces": {"desk": {"strips": [{"fader": "kick.level"}]}}}"#, "one by one"),
            (
                "fader.1", "hat.level", #"{"surfaces": {"desk": {"strips": {"each": ["kick", "snare"]}}}}"#,
                "belongs to none of its strips, kick, snare"
            ),
        ])
    func refused(_ control: String, _ id: String, _ config: String, _ words: String) throws {
        let failure = #expect(throws: Failure.self) { try Self.edits(control, id, config) }
        #expect(failure?.sentence?.contains(words) == true)
    }

    @Test("the page knows the rows that drive a parameter")
    func kinds() throws {
        let content = try JSONValue.read(
            Array(
                #"{"lists": {"ch": ["a", "b"]}, "surfaces": {"desk": {"strips": {"each": "ch", "fader": "{ch}.x", "shift+fader": {"parameter": "{}.y"}, "mute": "{}.x"}}}}"#
                    .utf8))
        let kinds = MappingStrips(content, surface: "desk").kinds
        #expect(kinds == ["a.x": ["fader", "mute"], "b.x": ["fader", "mute"], "a.y": ["shift+fader"], "b.y": ["shift+fader"]])
        #expect(MappingStrips(content, surface: "none").kinds.isEmpty)
    }

    @Test("the first config is written with its folders if it has no errors, replaces nothing, and is taken back only unchanged")
    func firstConfig() throws {
        let folder = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(folder) }
        let first = FirstConfig(place: "\(folder)/new/faderd/faderd.yaml", text: "version: 1\nparameters: {a: {}}\n")
        #expect(first.problem == nil)
        try first.write()
        #expect(try ConfigFile(first.place).digest == first.digest)
        #expect(first.problem?.contains("the daemon has not read it") == true)
        #expect(throws: Failure.self) { try FirstConfig(place: first.place, text: "version: 1\n").write() }
        FirstConfig(place: first.place, text: "other").takeBack()
        #expect(NewFile.isTaken(first.place))
        first.takeBack()
        #expect(!NewFile.isTaken(first.place))
        let failure = #expect(throws: Failure.self) { try FirstConfig(place: first.place, text: "version: 1\nwrong: 1\n").write() }
        #expect(failure?.further.first?.hasPrefix("\(first.place):2:1: error:") == true)
        #expect(!NewFile.isTaken(first.place))
    }

    @Test("with a parameter go its controls, also on pages of surfaces, its parts, and its places on pages, from the last one on")
    func removal() throws {
        let config = """
            {"parameters": {"band": {}}, "surfaces": {
              "a": {"map": {"fader.1": "band.low", "fader.2": "other", "knob.1": {"parameter": "band.nearest"}},
                    "pages": {"fx": {"map": {"shift+fader.1": "band.high"}}}}},
             "web": {"pages": {"live": ["band", "other", "band"], "mix": {"show": ["b*", "band"]}, "one": ["band"], "none": ["other"]}}}
            """
        let removal = try MappingRemoval(
            of: "band", besides: ["band.low", "band.high", "band.nearest"], in: try JSONValue.read(Array(config.utf8)))
        #expect(removal.controls == ["a fader.1", "a knob.1", "a fx shift+fader.1"])
        #expect(removal.pages == ["live", "mix", "one"])
        #expect(
            try removal.edits.map { String(decoding: try JSONWriter.write($0), as: UTF8.self) } == [
                #"{"remove":["surfaces","a","map","fader.1"]}"#, #"{"remove":["surfaces","a","map","knob.1"]}"#,
                #"{"remove":["surfaces","a","pages","fx","map","shift+fader.1"]}"#,
                #"{"remove":["web","pages","live",2]}"#, #"{"remove":["web","pages","live",0]}"#,
                #"{"remove":["web","pages","mix","show",1]}"#,
                #"{"remove":["web","pages","one"]}"#, #"{"remove":["parameters","band"]}"#,
            ])
        for edit in removal.edits {
            #expect(MappingRules.refusal(of: try JSONReader.read(try JSONWriter.write(edit)), profiles: []) == nil)
        }
    }

    private static let grouped = """
        {"parameters": {"kick": {}, "tom": {}}, "surfaces": {"a": {"map": {"fader.1": "drums", "f1": {"action": "spill", "group": "drums"}, "f2": "drums.mute"}}},
         "groups": {"all": {"of": ["voice", "drums"], "mute": ["drums.mute", "voice.mute"]}, "drums": {"of": ["kick", "tom"], "mute": "kick.mute"}},
         "web": {"pages": {"live": ["drums.mute", "kick"]}}}
        """

    private static func removal(of id: String) throws -> [String] {
        let removal = try MappingRemoval(of: id, besides: [], in: try JSONValue.read(Array(grouped.utf8)))
        return try removal.edits.map { edit in
            let bytes = try JSONWriter.write(edit)
            #expect(MappingRules.refusal(of: try JSONReader.read(bytes), profiles: []) == nil)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test("with a group go its mute, the button that spills it, and its places in other groups; its members stay")
    func removalOfGroup() throws {
        #expect(
            try Self.removal(of: "drums") == [
                #"{"remove":["surfaces","a","map","f1"]}"#, #"{"remove":["surfaces","a","map","f2"]}"#,
                #"{"remove":["surfaces","a","map","fader.1"]}"#, #"{"remove":["web","pages","live",0]}"#,
                #"{"remove":["groups","all","mute",0]}"#, #"{"remove":["groups","all","of",1]}"#, #"{"remove":["groups","drums"]}"#,
            ])
        #expect(
            try Self.removal(of: "drums.mute") == [
                #"{"remove":["surfaces","a","map","f2"]}"#, #"{"remove":["web","pages","live",0]}"#,
                #"{"remove":["groups","all","mute",0]}"#, #"{"remove":["groups","drums","mute"]}"#,
            ])
    }

    @Test("a parameter that is deleted leaves its group, unless it is the last member")
    func removalOfMember() throws {
        #expect(
            try Self.removal(of: "tom") == [#"{"remove":["groups","drums","of",1]}"#, #"{"remove":["parameters","tom"]}"#])
        let failure = #expect(throws: Failure.self) { try Self.removal(of: "kick.mute") }
        #expect(failure?.sentence == "kick.mute is the last member of drums.mute; delete drums.mute first")
    }

    @Test("a parameter that a row of strips, a template or a trigger still needs is not deleted, and the sentence says what to do")
    func removalRefused() throws {
        let folder = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(folder) }
        let text = """
            version: 1
            lists: {ch: [kick, hat]}
            parameters:
              a.level: {}
              b.level: {}
              "{ch}.level": {}
              kick.level: {max: 50}
              calm: {kind: trigger, target: {set: {free: 1}}}
              free: {}
              spare: {}
            surfaces:
              desk:
                match: x
                controls: {fader.1: {input: cc 1 ch 1}, fader.2: {input: cc 2 ch 1}, fader.3: {input: cc 3 ch 1}}
                strips: {each: [a, b], fader: "{}.level"}
                map: {fader.3: spare}

            """
        try NewFile("\(folder)/faderd.yaml", text).commit()
        let file = try ConfigFile("\(folder)/faderd.yaml")
        for (id, words, line) in [
            ("a.level", "remove the row desk fader, or take its word out of each: in the file, first", 14),
            ("kick.level", "kick.level would still be made by a template: take its word out of its list", 6),
            ("hat.level", "hat.level is made by this template", 6),
            ("free", "free is named where the page cannot change it: change that in the file first", 8),
        ] {
            let failure = #expect(throws: Failure.self, "\(id)") { try MappingRemoval(of: id, besides: [], in: file) }
            #expect(
                failure?.told.contains(words) == true && failure?.told.contains("faderd.yaml:\(line):") == true,
                "\(id): \(failure?.told ?? "")")
        }
        let spare = try MappingRemoval(of: "spare", besides: [], in: file)
        #expect(spare.controls == ["desk fader.3"] && spare.edits.count == 2)
    }
}
