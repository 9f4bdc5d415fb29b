import FaderConsole
import FaderTargets
import FaderValues
import Testing

@testable import FaderConfig

/// The text after some edits, written as JSON.
func edited(_ text: String, _ edits: String) throws(ConfigEditRefusal) -> String {
    let edits = try ConfigEdits(json: Array("{\"read\": \"\", \"edits\": [\(edits)]}".utf8))
    return String(decoding: try ConfigEditor.bytes(after: edits, of: Array(text.utf8), name: "desk.yaml"), as: UTF8.self)
}

@Suite("Editing a config")
struct EditTests {
    /// A text, an edit, and the text after it.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let edit: String
        let after: String
        var testDescription: String { "\(edit) in \(text.debugDescription)" }

        init(_ text: String, _ edit: String, _ after: String) { (self.text, self.edit, self.after) = (text, edit, after) }
    }

    private static func map(_ key: String, _ value: String) -> String {
        "{\"set\": [\"surfaces\", \"desk\", \"map\", \"\(key)\"], \"to\": \(value)}"
    }

    static let adding = [
        Case(
            "surfaces:\n  desk:   # mine\n    map:\n      fader.1: master  # left\n\n  # the other\n  box:\n    map: {}\n",
            map("fader.2", "\"pan\""),
            "surfaces:\n  desk:   # mine\n    map:\n      fader.1: master  # left\n      fader.2: pan\n\n  # the other\n  box:\n    map: {}\n"
        ),
        Case(
            "surfaces:\n  desk:\n    map: {fader.1: master}   # one\n    profile: x\n", map("fader.2", "\"pan\""),
            "surfaces:\n  desk:\n    map: {fader.1: master, fader.2: pan}   # one\n    profile: x\n"),
        Case("surfaces: {desk: {map: {}}}", map("a", "\"b\""), "surfaces: {desk: {map: {a: b}}}"),
        Case("surfaces: {desk: {map: {# c\n}}}\n", map("a", "\"b\""), "surfaces: {desk: {map: {a: b # c\n}}}\n"),
        Case("surfaces: {desk: {map: {x: y, }}}\n", map("a", "\"b\""), "surfaces: {desk: {map: {x: y, a: b, }}}\n"),
        Case("surfaces: {desk: {map: {x }}}\n", map("a", "\"b\""), "surfaces: {desk: {map: {x, a: b }}}\n"),
        Case("surfaces: {desk: {map: }}\n", map("a", "\"b\""), "surfaces: {desk: {map: {a: b} }}\n"),
        Case("surfaces: {desk: }\n", map("a", "\"b\""), "surfaces: {desk: {map: {a: b}} }\n"),
        Case("surfaces: {desk}\n", map("a", "\"b\""), "surfaces: {desk: {map: {a: b}}}\n"),
        Case(
            "surfaces:\n  desk:\n    map: {\n      x: y,  # z\n      b: c   # d\n    }\n", map("a", "1.50"),
            "surfaces:\n  desk:\n    map: {\n      x: y,  # z\n      b: c, a: 1.50   # d\n    }\n"),
        Case(
            "surfaces:\n    desk:\n        profile: x", map("a", "\"b\""),
            "surfaces:\n    desk:\n        profile: x\n        map:\n            a: b"),
        Case(
            "surfaces:\r\n  desk:\r\n    map: # m\r\n  box: {}\r\n", map("a", "\"b\""),
            "surfaces:\r\n  desk:\r\n    map: # m\r\n      a: b\r\n  box: {}\r\n"),
        Case("surfaces:\n  desk:", map("a", "\"b\""), "surfaces:\n  desk:\n    map:\n      a: b"),
        Case(
            "\u{FEFF}version: 1\n# end\n", map("a", "{\"p\": [1, true, \"on\"]}"),
            "\u{FEFF}version: 1\n\nsurfaces:\n  desk:\n    map:\n      a: {p: [1, true, \"on\"]}\n# end\n"),
        Case(
            "surfaces:\n  desk:\n    map:\n      a: 1\n    # b: 2\n\n    # c: 3\n# d\n",
            "{\"set\": [\"surfaces\", \"box\"], \"to\": {\"profile\": \"x\", \"auto\": true}}",
            "surfaces:\n  desk:\n    map:\n      a: 1\n    # b: 2\n\n    # c: 3\n  box:\n    profile: x\n    auto: true\n# d\n"),
        Case(
            "a:\n  b: |\n    text\n\n  c: >-\n    text\n\n\nd: 1\n", "{\"set\": [\"a\", \"e\"], \"to\": null}",
            "a:\n  b: |\n    text\n\n  c: >-\n    text\n  e:\n\n\nd: 1\n"),
        Case(
            "version: 1\n", "{\"set\": [\"web\", \"pages\", \"anna\"], \"to\": [\"a\", \"b.*\"]}",
            "version: 1\n\nweb:\n  pages:\n    anna: [a, \"b.*\"]\n"),
        Case("a:\n- x\n- y # z\nb: 1\n", "{\"set\": [\"a\", 2], \"to\": \"null\"}", "a:\n- x\n- y # z\n- \"null\"\nb: 1\n"),
        Case("a: [x, y]\n", "{\"set\": [\"a\", 2], \"to\": {\"k\": \"-inf\"}}", "a: [x, y, {k: -inf}]\n"),
        Case("a:\n  - b: 1\n    c: 2\n  -\n", "{\"set\": [\"a\", 0, \"d\"], \"to\": 3}", "a:\n  - b: 1\n    c: 2\n    d: 3\n  -\n"),
        Case("a:\n  - b: 1\n  - # c\n", "{\"set\": [\"a\", 1], \"to\": 3}", "a:\n  - b: 1\n  - 3 # c\n"),
        Case("ä:\n  ö: 'ü' # ß\n", "{\"set\": [\"ä\", \"x\"], \"to\": \"é b\"}", "ä:\n  ö: 'ü' # ß\n  x: \"é b\"\n"),
    ]

    static let replacing = [
        Case(
            "surfaces:\n  desk:\n    map:\n      fader.2: master  # left\n      \"fader.1\": x\n", map("fader.2", "\"pan\""),
            "surfaces:\n  desk:\n    map:\n      fader.2: pan  # left\n      \"fader.1\": x\n"),
        Case("surfaces: {desk: {map: {\"a\": 'x'}}}\n", map("a", "\"it's\""), "surfaces: {desk: {map: {\"a\": 'it''s'}}}\n"),
        Case("surfaces: {desk: {map: {\"a\":\"x\"}}}\n", map("a", "\"y\""), "surfaces: {desk: {map: {\"a\": \"y\"}}}\n"),
        Case("surfaces: {desk: {map: {\"a\":\"x\"}}}\n", map("a", "7"), "surfaces: {desk: {map: {\"a\": 7}}}\n"),
        Case("a: \"6\"\n", "{\"set\": [\"a\"], \"to\": 6}", "a: 6\n"),
        Case("a: 6\n", "{\"set\": [\"a\"], \"to\": \"6\"}", "a: 6\n"),
        Case("a: 6\n", "{\"set\": [\"a\"], \"to\": \"7\"}", "a: 7\n"),
        Case("a: Main # m\n", "{\"set\": [\"a\"], \"to\": \"Main level\"}", "a: Main level # m\n"),
        Case("a: Main # m\n", "{\"set\": [\"a\"], \"to\": \"a: b\"}", "a: \"a: b\" # m\n"),
        Case("a: Main # m\n", "{\"set\": [\"a\"], \"to\": null}", "a: # m\n"),
        Case("a: {b: 1, c: 2}\n", "{\"set\": [\"a\", \"b\"], \"to\": null}", "a: {b: , c: 2}\n"),
        Case("a: plain\n   text\n   on lines\nb: 1\n", "{\"set\": [\"a\"], \"to\": 2}", "a: 2\nb: 1\n"),
        Case("a:\n  plain\nb: 1\n", "{\"set\": [\"a\"], \"to\": 2}", "a:\n  2\nb: 1\n"),
        Case("a: | # c\n  text\n\n# d\nb: 1\n", "{\"set\": [\"a\"], \"to\": \"x\\ny\"}", "a: \"x\\x0Ay\"\n\n# d\nb: 1\n"),
        Case("a: |\n  text", "{\"set\": [\"a\"], \"to\": 1}", "a: 1"),
        Case("a: # c\n  # d\n  b: 1\n  c: 2 # e\n# f\ng: 1\n", "{\"set\": [\"a\"], \"to\": 1}", "a: 1 # c\n  # d\n# f\ng: 1\n"),
        Case("a:\n- x\n- y\nb: 1\n", "{\"set\": [\"a\"], \"to\": [1, 2]}", "a:\n- 1\n- 2\nb: 1\n"),
        Case("a:\n- x\n- y\nb: 1\n", "{\"set\": [\"a\"], \"to\": []}", "a: []\nb: 1\n"),
        Case("a:\n  b:\n    c: 1\n", "{\"set\": [\"a\"], \"to\": {\"x\": 1, \"w\": {\"z\": 2}}}", "a:\n  x: 1\n  w: {z: 2}\n"),
        Case("a:\n  - b: 1\n    c: 2\n  - x\n", "{\"set\": [\"a\", 0], \"to\": 1}", "a:\n  - 1\n  - x\n"),
        Case("a: {b: [1, 2]} # c\n", "{\"set\": [\"a\"], \"to\": {\"d\": {}}}", "a: {d: {}} # c\n"),
    ]

    static let removing = [
        Case("a: 1\nb: 2 # c\n# d\ne: 3\n", "{\"remove\": [\"b\"]}", "a: 1\n# d\ne: 3\n"),
        Case("a: 1\nb: 2", "{\"remove\": [\"b\"]}", "a: 1\n"),
        // The empty line before a section goes with it.
        Case("a: 1\n\nb:\n  c: 2\n\n# d\ne: 3\n", "{\"remove\": [\"b\"]}", "a: 1\n\n# d\ne: 3\n"),
        Case("a:\n  b:\n    c: 1\n  # d\n  e: 2\n", "{\"remove\": [\"a\", \"b\"]}", "a:\n  # d\n  e: 2\n"),
        Case("a: # x\n  b: 1\nc: 2\n", "{\"remove\": [\"a\", \"b\"]}", "a: {} # x\nc: 2\n"),
        Case("a:\n- 1\nc: 2\n", "{\"remove\": [\"a\", 0]}", "a: []\nc: 2\n"),
        Case("a: {b: 1, c: 2, d: 3}\n", "{\"remove\": [\"a\", \"b\"]}", "a: {c: 2, d: 3}\n"),
        Case("a: {b: 1, c: 2, d: 3}\n", "{\"remove\": [\"a\", \"c\"]}", "a: {b: 1, d: 3}\n"),
        Case("a: {b: 1, c: 2, d: 3, }\n", "{\"remove\": [\"a\", \"d\"]}", "a: {b: 1, c: 2, }\n"),
        Case("a: { b: 1, }\n", "{\"remove\": [\"a\", \"b\"]}", "a: {  }\n"),
        Case("a: [x, y]\n", "{\"remove\": [\"a\", 0]}", "a: [y]\n"),
        Case("a:\n  - b: 1\n    c: 2\n  - x # y\n  # z\n  - w\n", "{\"remove\": [\"a\", 1]}", "a:\n  - b: 1\n    c: 2\n  # z\n  - w\n"),
        Case("a:\n  - b: 1\n    c: 2\n  - x\n", "{\"remove\": [\"a\", 0, \"b\"]}", "a:\n  - c: 2\n  - x\n"),
        Case("a:\n  - b: 1 # d\n    # about c\n    c: 2\n", "{\"remove\": [\"a\", 0, \"b\"]}", "a:\n  - # about c\n    c: 2\n"),
        Case("a:\n  -\n    b: 1\n  - x\n", "{\"remove\": [\"a\", 0]}", "a:\n  - x\n"),
        Case("a:\n  - - x\n    - y\n  - z\n", "{\"remove\": [\"a\", 0, 0]}", "a:\n  - - y\n  - z\n"),
        Case("a: |\n  x\n\nb: 1\n", "{\"remove\": [\"a\"]}", "\nb: 1\n"),
    ]

    static let renaming = [
        Case("a:   {b: 1} # c\n", "{\"rename\": [\"a\"], \"to\": \"x\"}", "x:   {b: 1} # c\n"),
        Case("a: {'b': 1}\n", "{\"rename\": [\"a\", \"b\"], \"to\": \"it's\"}", "a: {'it''s': 1}\n"),
        Case("a: {b: 1}\n", "{\"rename\": [\"a\", \"b\"], \"to\": \"on\"}", "a: {\"on\": 1}\n"),
        Case("a: {b: 1}\n", "{\"rename\": [\"a\", \"b\"], \"to\": \"b\"}", "a: {b: 1}\n"),
        Case("a:\n  - b: 1\n", "{\"rename\": [\"a\", 0, \"b\"], \"to\": \"c d\"}", "a:\n  - \"c d\": 1\n"),
    ]

    @Test("a new value is written like its neighbors, and nothing else changes", arguments: adding)
    func add(one: Case) throws { #expect(try edited(one.text, one.edit) == one.after) }

    @Test("a value takes the place of another, in its quotes, and nothing else changes", arguments: replacing)
    func replace(one: Case) throws { #expect(try edited(one.text, one.edit) == one.after) }

    @Test("a key or an item goes with its comma, dash and comment, and nothing else changes", arguments: removing)
    func remove(one: Case) throws { #expect(try edited(one.text, one.edit) == one.after) }

    @Test("a key gets another name in its quotes, and nothing else changes", arguments: renaming)
    func rename(one: Case) throws { #expect(try edited(one.text, one.edit) == one.after) }

    @Test("several edits are made one after another")
    func several() throws {
        let edits = [Self.map("a", "1"), "{\"rename\": [\"surfaces\", \"desk\"], \"to\": \"box\"}", "{\"remove\": [\"version\"]}"]
        #expect(try edited("version: 1\n", edits.joined(separator: ",")) == "\nsurfaces:\n  box:\n    map:\n      a: 1\n")
    }

    @Test("a value that is there already changes no byte, however it is written")
    func same() throws {
        let text = "a: {b: \"x\", 'c':\n  [1,  2]}\n"
        #expect(try edited(text, "{\"set\": [\"a\"], \"to\": {\"b\": \"x\", \"c\": [1, 2]}}") == text)
    }

    private func refusal(_ text: String, _ edit: String) -> String {
        do {
            return try edited(text, edit)
        } catch {
            switch error {
            case .malformed(let sentence), .changed(let sentence), .inaccessible(let sentence): return sentence
            case .missing(let sentence, let suggestion): return sentence + (suggestion.map { "; did you mean \($0)?" } ?? "")
            case .unsuited(let diagnostic): return diagnostic.headline
            case .invalid(let diagnostics): return diagnostics.first?.headline ?? "no diagnostics"
            }
        }
    }

    @Test(
        "what cannot be edited is refused with its place or with what to do",
        arguments: [
            ("a: &x 1\nb: *x\n", "{\"remove\": [\"b\"]}", "desk.yaml:1:4: error: anchors (\"&name\") are not supported"),
            ("a: 1\na: 2\n", "{\"remove\": [\"a\"]}", "desk.yaml:2:1: error: duplicate key \"a\""),
            ("a: {b: 1\n", "{\"remove\": [\"a\"]}", "desk.yaml:"),
            ("a: 1\n---\nb: 1\n", "{\"remove\": [\"a\"]}", "desk.yaml:2:1: error: a second document"),
            ("", "{\"set\": [\"a\"], \"to\": 1}", "desk.yaml: error: the file is empty"),
            ("- a\n", "{\"set\": [\"a\"], \"to\": 1}", "desk.yaml:1:1: error: the file is not a block of keys"),
            ("a: {b: x}\n", "{\"set\": [\"a\", \"b\", \"c\"], \"to\": 1}", "desk.yaml:1:8: error: a.b is not a block of keys"),
            ("a: {b: x}\n", "{\"set\": [\"a\", 0], \"to\": 1}", "desk.yaml:1:4: error: a is not a list"),
            ("a: [1]\n", "{\"set\": [\"a\", 2], \"to\": 1}", "there is no a.2 in the file; the next item of that list is 1"),
            ("a: [1]\n", "{\"set\": [\"a\", 1], \"to\": null}", "an item of a list cannot be null"),
            ("a: [1]\n", "{\"set\": [\"a\", 0], \"to\": null}", "an item of a list cannot be null"),
            ("a: [1]\n", "{\"set\": [\"a\"], \"to\": [null]}", "an item of a list cannot be null"),
            (
                "surfaces: {desk: 1}\n", "{\"remove\": [\"surfaces\", \"dsek\"]}",
                "there is no surfaces.dsek in the file; did you mean desk?"
            ),
            ("a: {b.c: 1}\n", "{\"remove\": [\"a\", \"x.y\"]}", "there is no a.\"x.y\" in the file"),
            ("a: 1\n", "{\"remove\": [\"a\"]}", "the file would be empty without a"),
            ("a: [1]\n", "{\"rename\": [\"a\", 0], \"to\": \"x\"}", "only a key can be renamed, and a.0 is an item"),
            ("a: 1\nb: 2\n", "{\"rename\": [\"a\"], \"to\": \"b\"}", "desk.yaml:2:1: error: there is a key \"b\" already"),
            ("a: 1\n", "{\"rename\": [\"a\"], \"to\": 1}", "an edit is {"),
            ("a: 1\n", "{\"set\": [\"a\"]}", "an edit is {"),
            ("a: 1\n", "{\"set\": [], \"to\": 1}", "a path is a list"),
            ("a: 1\n", "{\"set\": [1.5], \"to\": 1}", "1.5 cannot be the number of an item"),
            ("a: 1\n", "{\"set\": [-1], \"to\": 1}", "-1 cannot be the number of an item"),
            ("a: 1\n", "{\"set\": [true], \"to\": 1}", "a path has only keys"),
            ("a: 1\n", "{", "the edits"),
            ("? a\n: x\nb: 1\n", "{\"remove\": [\"a\"]}", "desk.yaml:1:3: error: what is written here cannot be edited"),
            ("a: [b: 1]\n", "{\"set\": [\"a\", 0, \"c\"], \"to\": 1}", "desk.yaml:1:9: error: what is written here cannot be edited"),
        ])
    func refused(text: String, edit: String, expected: String) {
        #expect(refusal(text, edit).hasPrefix(expected), "\(refusal(text, edit))")
    }

    static let templates = """
        version: 1
        lists: {ch: [kick, snare]}
        parameters:
          "{ch}.level": {max: 10}
          snare.level: {max: 6}
          own: {}

        """

    @Test(
        "the result of a template is not edited, and the refusal shows the template",
        arguments: [
            ##"{"set": ["parameters", "kick.level", "max"], "to": 5}"##, ##"{"set": ["parameters", "kick.level"], "to": {}}"##,
            ##"{"remove": ["parameters", "kick.level"]}"##, ##"{"remove": ["parameters", "kick.level", "max"]}"##,
            ##"{"rename": ["parameters", "kick.level"], "to": "a"}"##, ##"{"rename": ["parameters", "own"], "to": "kick.level"}"##,
        ])
    func results(edit: String) {
        let expected =
            "desk.yaml:4:3: error: kick.level is made by this template: edit the template, or write kick.level out with the keys that differ"
        #expect(refusal(Self.templates, edit).hasPrefix(expected), "\(refusal(Self.templates, edit))")
    }

    @Test("templates, lists, and ids that are written out beside a template are edited like everything else")
    func besidesResults() throws {
        for (edit, old, new) in [
            (##"{"set": ["parameters", "{ch}.level", "max"], "to": 5}"##, "{max: 10}", "{max: 5}"),
            (##"{"set": ["parameters", "snare.level", "min"], "to": -5}"##, "{max: 6}", "{max: 6, min: -5}"),
            (##"{"rename": ["parameters", "snare.level"], "to": "x"}"##, "snare.level", "x"),
            (##"{"set": ["parameters", "{ch}.mute"], "to": {}}"##, "own: {}\n", "own: {}\n  \"{ch}.mute\": {}\n"),
            (##"{"set": ["lists", "ch", 2], "to": "hat"}"##, "snare]", "snare, hat]"),
        ] {
            #expect(try edited(Self.templates, edit) == Self.templates.replacing(old, with: new))
        }
    }

    @Test("the result of a template is written out with the keys that differ")
    func writtenOut() throws {
        let text = try edited(Self.templates, ##"{"set": ["parameters", "kick.level"], "to": {"max": 80}}"##)
        let reader = ConfigReader(kinds: TargetKinds.all, profileDirectories: [])
        guard case .success(let contents, _) = reader.read(text: text, name: "desk.yaml") else {
            Issue.record("it was refused: \(text)")
            return
        }
        #expect(contents.console.parameters.map(\.maximum) == [80, 6, 1])
        #expect(text.contains("\"{ch}.level\": {max: 10}"))
    }

    @Test("the edits themselves are read strictly")
    func request() {
        for json in [
            "", "[]", "{}", "{\"read\": 1, \"edits\": []}", "{\"read\": \"\", \"edits\": {}}", "{\"read\": \"\", \"edits\": [], \"x\": 1}",
        ] {
            #expect(throws: ConfigEditRefusal.self) { try ConfigEdits(json: Array(json.utf8)) }
        }
        let many = Array(repeating: "{\"remove\": [\"a\"]}", count: 1_001).joined(separator: ",")
        #expect(throws: ConfigEditRefusal.malformed("there are more than 1000 edits; make them in several runs")) { () throws in
            _ = try edited("a: 1\n", many)
        }
    }
}
