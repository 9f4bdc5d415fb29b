import FaderConsole
import FaderTargets
import FaderTesting
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
    @Test(
        "edits change what they say and nothing else, or are refused with a place or with what to do",
        arguments: try TestFile.rows("Vectors/config-edits.txt"))
    func edit(row: [String]) throws {
        let texts = row.map { $0.replacing("␤", with: "\n").replacing("␍", with: "\r").replacing("<BOM>", with: "\u{FEFF}") }
        if texts[2].hasPrefix("!") {
            #expect(refusal(texts[0], texts[1]).hasPrefix(texts[2].dropFirst()), "\(refusal(texts[0], texts[1]))")
        } else {
            #expect(try edited(texts[0], texts[1]) == texts[2])
        }
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

    @Test("the result of a template is written out with the keys that differ")
    func writtenOut() throws {
        let templates = """
            version: 1
            lists: {ch: [kick, snare]}
            parameters:
              "{ch}.level": {max: 10}
              snare.level: {max: 6}
              own: {}

            """
        let text = try edited(templates, ##"{"set": ["parameters", "kick.level"], "to": {"max": 80}}"##)
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
