import FaderJSON
import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

@Suite("units of kept values")
struct UnitTests {
    private static let old = """
        {
          "version": 1,
          "parameters": {
            "cut": { "value": true },
            "gone": { "kept": 3, "value": 5.0 },
            "master": { "mine": 1, "value": -6.0 }
          },
          "snapshots": {
            "a": {"mine":2,"parameters":{"cut":{"value":false},"master":{"value":-3.0}},"saved":"2026-02-03T04:05:06.789Z"}
          },
          "history": [
            { "changes": { "master": { "after": -6.0, "before": -12.0 } }, "number": 1, "origin": "text", "time": "2026-02-03T04:05:06.789Z" }
          ]
        }

        """

    private func text(_ document: StateDocument) -> String {
        var document = document
        return String(decoding: document.render(), as: UTF8.self)
    }

    private func parse(_ text: String) throws -> StateDocument { try StateDocument(parsing: Array(text.utf8), path: "state.json") }

    @Test("a unit stands beside its value, sorted, and is read back; a value without one is written as ever")
    func line() throws {
        var document = StateDocument()
        let took1 = document.take(UnsavedChanges(values: ["a": KeptValue(-6, unit: "dB"), "b": KeptValue(0.5, unit: "\""), "c": 1]))
        #expect(took1)
        let written = text(document)
        #expect(written.contains(#"    "a": { "unit": "dB", "value": -6.0 },"#))
        #expect(written.contains(#"    "b": { "unit": "\"", "value": 0.5 },"#))
        #expect(written.contains(#"    "c": { "value": 1.0 }"#))
        let again = try parse(written)
        #expect(again.values == document.values && text(again) == written)
        let took2 = document.take(UnsavedChanges(values: ["a": KeptValue(-6, unit: "dB")]))
        #expect(!took2)
        let took3 = document.take(UnsavedChanges(values: ["a": KeptValue(-6, unit: "%")]))
        #expect(took3)
    }

    @Test(
        "a unit that is no text makes its value unreadable; it stays in the file until another is chosen",
        arguments: ["1", "null", #""""#, "[]"])
    func odd(unit: String) throws {
        let text = #"{"version": 1, "parameters": {"a": {"unit": \#(unit), "value": 1.0}}, "snapshots": {}}"#
        var document = try parse(text)
        #expect(document.idsWithoutValue == ["a"] && document.values.isEmpty)
        #expect(self.text(document).contains(unit))
        let took4 = document.take(UnsavedChanges(values: ["a": KeptValue(2, unit: "dB")]))
        #expect(took4)
        #expect(self.text(document).contains(#""a": { "unit": "dB", "value": 2.0 }"#))
    }

    @Test("a value corrected by a new configuration does not replace one in another unit, nor makes its compound chosen")
    func corrected() {
        var document = StateDocument()
        _ = document.take(UnsavedChanges(values: ["low": KeptValue(1, unit: "dB"), "plain": 2]))
        let values = ["low": KeptValue(0, unit: "%"), "high": KeptValue(9, unit: "%"), "plain": KeptValue(3, unit: "%")]
        let took5 = document.take(UnsavedChanges(earlier: [.corrected(values, compounds: [["low", "high"]])]))
        #expect(took5)
        #expect(document.values == ["low": KeptValue(1, unit: "dB"), "plain": KeptValue(3, unit: "%")])
    }

    @Test("everything of an older file gets the units that it finds, in one save, and nothing else changes; a toggle has none")
    func adopted() async throws {
        let scratch = try Scratch()
        try scratch.write(Self.old)
        let (store, report) = scratch.load()
        var kept = KeptValues(report.values, ages: store.takeAges()) { $0 != "gone" }
        let units = ["master": "dB", "cut": "x", "new": "%"]
        let lacking = kept.adopt(units: units)
        #expect(lacking && kept["master"] == KeptValue(-6, unit: "dB") && kept["cut"] == .flag(true))
        let adoptsAgain = kept.adopt(units: ["master": "%"])
        #expect(!adoptsAgain)
        store.adopt(units: units, lacking: lacking)
        #expect(await store.flush() == .durable)
        let written = try scratch.text()
        #expect(written.contains(#""master": { "mine": 1, "unit": "dB", "value": -6.0 }"#))
        #expect(written.contains(#""gone": { "kept": 3, "value": 5.0 }"#) && written.contains(#""cut": { "value": true }"#))
        #expect(store.snapshot("a")?.values == ["cut": .flag(false), "master": KeptValue(-3, unit: "dB")])
        #expect(written.contains(#""mine": 2"#))
        #expect(store.history.entries.first?.changes.first?.keptBefore == KeptValue(-12, unit: "dB"))
        #expect(written.contains(#""after": -6.0, "before": -12.0, "unit": "dB""#))
        // Later it is another unit, which nothing of this has.
        store.adopt(units: ["master": "%"], lacking: false)
        #expect(await store.flush() == .durable)
        #expect(store.status.generations == 1)
        #expect(try scratch.text() == written)
    }

    @Test("a change in another unit does not join its gesture's entry, and undo skips what does not fit")
    func history() {
        var history = History()
        func record(_ before: Double, _ after: Double, _ unit: String) {
            history.record("a", before: .number(before), after: .number(after), origin: .api, change: 7, time: 1, unit: unit, by: "me")
        }
        record(0, 1, "dB")
        record(1, 2, "dB")
        record(50, 51, "%")
        record(51, 52, "%")
        #expect(
            history.entries.map(\.changes) == [
                [HistoryChange(id: "a", before: 0, after: 2, unit: "dB")], [HistoryChange(id: "a", before: 50, after: 52, unit: "%")],
            ])
        #expect(history.entries.map(\.by) == ["me", "me"])
        let scene = HistoryScene(make: { $1.isOf(unit: "dB") ? $1.value : nil })
        let step = history.undo(in: scene)
        #expect(step?.values == ["a": KeptValue(0, unit: "dB")])
        let passed = history.passedOver(.undo, step) { $1.isOf(unit: "dB") }
        #expect(passed.map(\.id) == ["a"] && passed.first?.value == KeptValue(50, unit: "%"))
        #expect(history.passedOver(.undo, nil) { _, _ in true }.isEmpty)
    }

    @Test("units and writers of the history are read back; a writer that nobody can have been, or a unit that is no text, is damage")
    func file() async throws {
        let scratch = try Scratch()
        let (store, _) = scratch.load()
        store.record("a", before: 0, after: 1, origin: .api, change: 1, time: 1, unit: "dB", by: "stage \"left\"")
        #expect(await store.flush() == .durable)
        #expect(
            try scratch.text().contains(
                #"{ "by": "stage \"left\"", "changes": { "a": { "after": 1.0, "before": 0.0, "unit": "dB" } }, "number": 1"#))
        let again = try parse(try scratch.text())
        #expect(again.history.entries == store.history.entries && again.droppedEntries == 0)
        for bad in [#""by": "a\u001b[2J""#, #""by": 1"#, #""by": """#] {
            let text = try scratch.text().replacing(#""by": "stage \"left\"""#, with: bad)
            #expect(try parse(text).droppedEntries == 1, "\(bad)")
        }
        #expect(try parse(try scratch.text().replacing(#""unit": "dB" }"#, with: #""unit": 5 }"#)).droppedEntries == 1)
    }

    @Test("an export has units, and reads one with and without; a wrong one is a problem with its place")
    func export() throws {
        let export = ExportDocument(
            parameters: ["a": KeptValue(-6, unit: "dB"), "b": 1],
            snapshots: ["s": Snapshot(saved: 1, values: ["a": KeptValue(0, unit: "%")])])
        let text = String(decoding: export.render(), as: UTF8.self)
        #expect(text.contains(#""a": { "unit": "dB", "value": -6.0 }"#))
        let read = ExportDocument.read(Array(text.utf8))
        #expect(read.problems.isEmpty && read.snapshots == export.snapshots)
        #expect(Dictionary(read.values.map { ($0.id, $0.value) }) { $1 } == export.parameters)
        for bad in ["5", #""""#, "null"] {
            let problems = ExportDocument.read(Array(text.replacing(#""unit": "dB""#, with: #""unit": \#(bad)"#).utf8)).problems
            #expect(problems.map(\.path) == ["parameters.a.unit"], "\(bad): \(problems)")
        }
    }
}
