import FaderAPI
import FaderJSON
import FaderRig
import FaderTesting
import FaderValues
import Testing

@testable import FaderCLI

/// The edits that the page has made for rows of strips, and for a parameter that is deleted.
@Suite("Rows of strips, and the end of a parameter")
struct MappingEditsTests {
    @Test(
        "every script of Tests/Scripts/mappings comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/mappings", on: nil))
    func everyScript(script: ScriptTest) throws {
        var (config, ids) = (JSONValue.null, [String]())
        let acts = script.lines.filter { !$0.hasPrefix("> ") }
        let played = try acts.flatMap { act in
            let words = act.split(separator: " ", maxSplits: 1).map(String.init)
            switch words[0] {
            case "config": config = try JSONValue.read(Array(words[1].utf8))
            case "ids": ids = words[1].split(separator: " ").map(String.init)
            default:
                let outcome = try Self.outcome(words[0], of: words[1].split(separator: " ").map(String.init), ids, config)
                return [act] + outcome.map { "> \($0)" }
            }
            return [act]
        }
        if let failure = script.failure({ _ in played.joined(separator: "\n") }) { Issue.record("\(failure)") }
    }

    /// What `row CONTROL ID`, `remove ID` and `rows SURFACE` come to.
    private static func outcome(_ act: String, of words: [String], _ ids: [String], _ config: JSONValue) throws -> [String] {
        func texts(_ edits: [JSONValue]) throws -> [String] {
            try edits.map { edit in
                let bytes = try JSONWriter.write(edit)
                #expect(MappingRules.refusal(of: try JSONReader.read(bytes), profiles: []) == nil, "the page may make it")
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        do {
            switch act {
            case "row":
                let all = ids.map { id in
                    ParameterResource(
                        id: id, label: id, kind: id.hasSuffix("mute") ? "toggle" : "number", value: .number(0), text: "0", editText: "0",
                        defaultValue: .number(0), origin: "restore", revision: 1)
                }
                return try texts(MappingStrips(config, surface: "desk").edits(row: words[0], driving: words[1], of: all, config))
            case "remove":
                let removal = try MappingRemoval(of: words[0], besides: Array(words.dropFirst()), in: config)
                return removal.controls.map { "control \($0)" } + removal.pages.map { "page \($0)" } + (try texts(removal.edits))
            default: return MappingStrips(config, surface: words[0]).kinds.map { "\($0): \($1.joined(separator: ", "))" }.sorted()
            }
        } catch let failure as Failure { return ["refused: \(failure.sentence ?? "")"] }
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
