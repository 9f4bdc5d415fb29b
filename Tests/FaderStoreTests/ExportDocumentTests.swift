import FaderTesting
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("exports")
struct ExportDocumentTests {
    private let document = ExportDocument(
        parameters: ["master": -6, "mute": .flag(true), "name": .word("marcus"), "price": .pair(100, 900)],
        snapshots: ["Verse 2": Snapshot(saved: 1_770_091_445.678, values: ["master": 0.5]), "empty": Snapshot(saved: 0, values: [:])])

    private func parse(_ text: String) throws -> ExportDocument { try ExportDocument(parsing: Array(text.utf8)) }

    /// The problems of a document, one line each.
    private func problems(_ text: String) -> [String] { ExportDocument.read(Array(text.utf8)).problems.map(\.description) }

    @Test("an export is readable JSON, and is read back unchanged")
    func roundTrip() throws {
        let bytes = document.render()
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {
                  "faderd-export": 1,
                  "parameters": {
                    "master": { "value": -6.0 },
                    "mute": { "value": true },
                    "name": { "value": "marcus" },
                    "price": { "value": [100.0, 900.0] }
                  },
                  "snapshots": {
                    "Verse 2": { "parameters": { "master": { "value": 0.5 } }, "saved": "2026-02-03T04:04:05.678Z" },
                    "empty": { "parameters": {}, "saved": "1970-01-01T00:00:00.000Z" }
                  }
                }

                """)
        #expect(try ExportDocument(parsing: bytes) == document)
        #expect(try ExportDocument(parsing: bytes).render() == bytes)
        let empty = ExportDocument(parameters: [:], snapshots: [:])
        #expect(try ExportDocument(parsing: empty.render()) == empty)
    }

    @Test("any values and names are read back, −∞ as the word for it in JSON")
    func random() throws {
        var random = SeededGenerator(seed: 26)
        for _ in 0..<50 {
            var values: [String: KeptValue] = [:]
            for index in 0..<Int.random(in: 0..<20, using: &random) { values["p.\(index)"] = Self.value(&random) }
            let export = ExportDocument(
                parameters: values, snapshots: ["\"\\ 日本": Snapshot(saved: Double.random(in: 0...4e9, using: &random), values: values)])
            #expect(try ExportDocument(parsing: export.render()) == export)
        }
        let infinite = ExportDocument(parameters: ["vol": .number(-.infinity)], snapshots: [:])
        #expect(try ExportDocument(parsing: infinite.render()).parameters == ["vol": .word("-inf")])
    }

    private static func value(_ random: inout SeededGenerator) -> KeptValue {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .number(Double.random(in: -1e6...1e6, using: &random))
        case 1: .flag(Bool.random(using: &random))
        case 2:
            .word(String((0..<5).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x1F_FFFF, using: &random)).map(Character.init) }))
        default: KeptValue(.pair(-.infinity, Double.random(in: -1...1, using: &random)), unit: Bool.random(using: &random) ? "" : "d\"B")
        }
    }

    @Test("parts may be left out")
    func parts() throws {
        #expect(try parse("{\"faderd-export\": 1}") == ExportDocument(parameters: [:], snapshots: [:]))
        #expect(try parse("{\"faderd-export\": 1.0, \"parameters\": {\"a\": {\"value\": 1}}}").parameters == ["a": 1])
    }

    @Test("all errors are reported at once, each with its place")
    func all() {
        let text = """
            {"faderd-export": 1, "paramters": {}, "parameters": {
              "Bad Id": {"value": 1}, "a": 3, "b": {}, "c": {"value": null}, "d": {"vlaue": 1, "value": [1]}, "e": {"value": 1e999}},
             "snapshots": {"x/y": {"saved": "2026-02-03T04:04:05Z", "parameters": {}}, "s": [], "my verse": {"saved": 5, "more": 1,
              "parameters": {"a": {"value": {}}}}, "t": {}}}
            """
        let known = "is an unknown key; expected:"
        let kinds = "a number, \"-inf\", true, false, a text or a list of two numbers is expected"
        let time = "a time like \"2026-02-03T04:04:05.678Z\" is expected"
        #expect(
            problems(text) == [
                "paramters: \(known) \"faderd-export\", \"parameters\", \"snapshot-order\", \"snapshots\" (did you mean \"parameters\"?)",
                "parameters.\"Bad Id\": is not a valid parameter id, which is like \"synth.cutoff\"",
                "parameters.a: 3 was found; an object like { \"unit\": \"dB\", \"value\": -6.0 } is expected",
                "parameters.b.value: is missing",
                "parameters.c.value: null is not a value; \(kinds)",
                "parameters.d.vlaue: \(known) \"unit\", \"value\" (did you mean \"value\"?)",
                "parameters.d.value: a list is not a value; \(kinds)",
                "parameters.e.value: 1e999 is too large a number",
                "snapshots.\"my verse\".more: \(known) \"over\", \"saved\", \"parameters\"",
                "snapshots.\"my verse\".saved: 5 was found; \(time)",
                "snapshots.\"my verse\".parameters.a.value: an object is not a value; \(kinds)",
                "snapshots.s: a list was found; an object with \"saved\" and \"parameters\" is expected",
                "snapshots.t.saved: is missing; \(time)",
                "snapshots.t.parameters: is missing",
                "snapshots.\"x/y\": the name contains a \"/\"",
            ])
    }

    @Test("the order of the snapshots and their fades are in an export; wrong ones are errors")
    func orderAndFades() throws {
        let export = ExportDocument(
            parameters: [:],
            snapshots: ["a": Snapshot(saved: 0, values: [:], over: 2.5), "b": Snapshot(saved: 0, values: [:])], order: ["b", "a"])
        let text = String(decoding: export.render(), as: UTF8.self)
        #expect(
            text.contains("\"a\": { \"over\": 2.5, \"parameters\": {}, \"saved\"") && text.contains("\"snapshot-order\": [\"b\", \"a\"]"))
        #expect(try parse(text) == export)
        let saved = "\"saved\": \"2026-02-03T04:04:05Z\", \"parameters\": {}"
        let wrong = """
            {"faderd-export": 1, "snapshot-order": ["a", "a", "x", 5], "snapshots": {"a": {"over": 0, \(saved)}, "b": {"over": 601, \(saved)},
            "c": {"over": "2s", \(saved)}, "d": {"over": 600, \(saved)}}}
            """
        let expected = "was found; seconds above 0 and up to 600 are expected, and no \"over\" without a fade"
        #expect(
            problems(wrong) == [
                "snapshots.a.over: 0 \(expected)", "snapshots.b.over: 601 \(expected)", "snapshots.c.over: \"2s\" \(expected)",
                "snapshot-order: \"a\" is named twice", "snapshot-order: \"x\" is not among the snapshots of this document",
                "snapshot-order: 5 was found; the name of a snapshot is expected",
            ])
        #expect(problems("{\"faderd-export\": 1, \"snapshot-order\": {}}").map { $0.prefix(25) } == ["snapshot-order: an object"])
    }

    @Test("a foreign document has only the error that it is one")
    func foreign() {
        #expect(problems("{\n \"a\": ä}") == ["this is not JSON at line 2, column 7"])
        #expect(problems("") == ["the document is empty"])
        #expect(problems("[]") == ["this is a list; an export is an object with \"faderd-export\", \"parameters\" and \"snapshots\""])
        #expect(problems("{\"version\": 1, \"parameters\": 5}").map { $0.prefix(25) } == ["faderd-export: is missing"])
        #expect(
            problems("{\"faderd-export\": 2, \"x\": 1}") == ["faderd-export: 2 is not known, a newer faderd wrote it; this faderd reads 1"])
        #expect(problems("{\"faderd-export\": \"1\"}") == ["faderd-export: \"1\" is not known; this faderd reads 1"])
    }

    @Test("what is right in a document with errors is read, so that it can be checked further")
    func partly() throws {
        let text = "{\"faderd-export\": 1, \"parameters\": {\"a\": {\"value\": null}, \"b\": {\"value\": 1}}}"
        let parts = ExportDocument.read(Array(text.utf8))
        #expect(parts.values.map(\.id) == ["b"])
        #expect(parts.problems.map(\.path) == ["parameters.a.value"])
    }

    @Test("random damage never traps")
    func fuzz() {
        var random = SeededGenerator(seed: 26)
        let bytes = document.render()
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = ExportDocument.read(damaged)
        }
    }
}

extension ExportDocument {
    private struct NotSound: Error {
        let problems: [DocumentProblem]
    }

    /// Reads a document, or throws everything that is wrong with its form.
    fileprivate init(parsing bytes: [UInt8]) throws {
        let (values, snapshots, order, problems) = Self.read(bytes)
        guard problems.isEmpty else { throw NotSound(problems: problems) }
        self.init(parameters: Dictionary(values.map { ($0.id, $0.value) }, uniquingKeysWith: { $1 }), snapshots: snapshots, order: order)
    }
}
