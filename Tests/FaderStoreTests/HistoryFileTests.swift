import FaderTesting
import FaderValues
import FoundationEssentials
import Synchronization
import Testing

@testable import FaderStore

@Suite("the history in the state file")
struct HistoryFileTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func record(
        _ store: StateStore, _ id: String, _ before: Double, _ after: Double, change number: ChangeNumber = .none, time: Double = 1
    ) {
        store.record(id, before: .number(before), after: .number(after), origin: .touch, change: number, time: time)
    }

    /// Sets the values of a step, as a desk with the values of the history would.
    private func take(_ step: HistoryStep, _ store: StateStore) {
        store.begin(step, change: 1)
        for (id, value) in step.values.mapValues(\.value).sorted(by: { $0.key < $1.key }) {
            let newest = store.history.entries.last { $0.changes.contains { $0.id == id && !$0.isUndone } }
            let now = newest?.changes.first { $0.id == id }?.after ?? value
            store.follow(id, before: now, after: value, change: 1, time: 0) { $0.value }
        }
        store.finish(1) { _, _ in true }
    }

    @Test("a value before that was not known is not undone, also after a restart")
    func unknownBefore() async throws {
        let (store, _) = scratch.load()
        store.record("lamp", before: 0, after: 90, origin: .text, change: 7, time: 1, wasKnown: false)
        store.record("lamp", before: 90, after: 80, origin: .text, change: 7, time: 1)
        record(store, "fan", 1, 2)
        #expect(await store.flush() == .durable)
        let (again, report) = scratch.load()
        #expect(report.warnings.isEmpty && again.history.entries == store.history.entries)
        for history in [store.history, again.history] {
            #expect(history.undo(.entries(2))?.values == ["fan": 1])
            #expect(history.undo(ids: ["lamp"]) == nil)
            let passed = history.passedOver(.undo, nil) { _, _ in true }
            #expect(passed.map(\.id) == ["lamp"] && !passed[0].wasKnown)
        }
        record(again, "lamp", 80, 70)
        #expect(again.history.undo(ids: ["lamp"])?.values == ["lamp": 80])
    }

    @Test("an entry that was made with a key is one after a restart; a file without the word has none")
    func keys() async throws {
        let (store, _) = scratch.load()
        store.record("send", before: 0, after: 5, origin: .api, change: 7, time: 1_770_091_445.678, by: "lisa", isOfKey: true)
        record(store, "a", 0, 1, time: 1_770_091_446)
        #expect(await store.flush() == .durable)
        let line = #""key": true, "number": 1, "origin": "api", "time": "2026-02-03T04:04:05.678Z" }"#
        let text = try scratch.text()
        #expect(text.contains(line) && text.split(separator: #""key""#).count == 2)
        let (again, report) = scratch.load()
        #expect(report.warnings.isEmpty && again.history.entries.map(\.isOfKey) == [true, false])
        #expect(again.history.undo(.entries(2, passingKeys: true))?.values == ["a": 0])
        try scratch.write(text.replacing(#""key": true, "#, with: ""))
        let (old, _) = scratch.load()
        #expect(old.history.entries.map(\.isOfKey) == [false, false] && old.history.entries.map(\.by) == ["lisa", nil])
    }

    @Test("has one entry per line after the snapshots, and is loaded again with what is undone")
    func layout() async throws {
        let (store, _) = scratch.load()
        record(store, "a", 0, 1, change: 7, time: 1_770_091_445.678)
        record(store, "b", 2, 3, change: 7)
        store.record("name", before: .word("x"), after: .word("y"), origin: .text, change: 0, time: 1_770_091_446)
        take(try #require(store.history.undo(ids: ["b"])), store)
        #expect(await store.flush() == .durable)
        #expect(
            try scratch.text().contains(
                """
                  "snapshots": {},
                  "history": [
                    { "changes": { "a": { "after": 1.0, "before": 0.0 }, "b": { "after": 3.0, "before": 2.0, "undone": 1 } }, \
                "number": 1, "origin": "touch", "time": "2026-02-03T04:04:05.678Z" },
                    { "changes": { "name": { "after": "y", "before": "x" } }, \
                "number": 2, "origin": "text", "time": "2026-02-03T04:04:06.000Z" }
                  ]
                }

                """))
        let (again, report) = scratch.load()
        #expect(report.warnings.isEmpty)
        #expect(again.history.entries == store.history.entries)
        #expect(again.history.redo()?.values == ["b": 3])
        record(again, "a", 1, 2, change: 7)
        #expect(again.history.entries.map(\.number) == [1, 2, 3])
    }

    @Test("an undo is durable with the flush after it")
    func undo() async throws {
        let (store, _) = scratch.load()
        record(store, "a", 0, 1)
        #expect(await store.flush() == .durable)
        let step = try #require(store.history.undo())
        take(step, store)
        #expect(await store.flush() == .durable)
        let (again, report) = scratch.load()
        #expect(report.values == ["a": 0])
        #expect(again.history.undo() == nil)
        #expect(again.history.redo()?.values == ["a": 1])
    }

    @Test("is from the same moment as the values in every saved file")
    func moment() async throws {
        let (store, _) = scratch.load()
        for id in ["a", "b"] { record(store, id, -1, 0) }
        let isDone = Mutex(false)
        defer { isDone.withLock { $0 = true } }
        let writing = Task.detached {
            var value = 0.0
            while !isDone.withLock({ $0 }) {
                for id in ["a", "b"] {
                    store.record(id, before: .number(value), after: .number(value + 1), origin: .hand, change: 0, time: 0)
                }
                value += 1
                await Task.yield()
            }
        }
        for _ in 0..<20 {
            #expect(await store.flush() == .durable)
            let document = try StateDocument(parsing: try LinuxFileSystem().read(scratch.path, limit: 1 << 24), path: scratch.path)
            var last: [String: KeptValue] = [:]
            for change in document.history.entries.flatMap(\.changes) { last[change.id] = change.keptAfter }
            #expect(document.values == last)
        }
        isDone.withLock { $0 = true }
        await writing.value
    }

    @Test(
        "damaged or foreign parts are left out and reported; everything else is used",
        arguments: [
            ("3", 1, []), ("{}", 1, []), ("[]", 0, []), ("[null, OK]", 1, [5]), ("[OK, OK]", 1, [5]),
            ("[{\"number\": 5}, OK]", 1, [5]), ("[BAD-ORIGIN, BAD-TIME, BAD-NUMBER, BAD-VALUE, EMPTY, SAME, BAD-ID, OK]", 7, [5]),
        ])
    func damaged(text: String, dropped: Int, numbers: [UInt64]) async throws {
        func entry(
            number: String = "5", origin: String = "api", time: String = "2026-02-03T04:04:05Z",
            changes: String = "{\"a\": {\"before\": 0, \"after\": 1}}"
        ) -> String {
            "{\"number\": \(number), \"origin\": \"\(origin)\", \"time\": \"\(time)\", \"changes\": \(changes)}"
        }
        let words = [
            "OK": entry(), "BAD-ORIGIN": entry(origin: "ghost"), "BAD-TIME": entry(time: "now"), "BAD-NUMBER": entry(number: "-1"),
            "BAD-VALUE": entry(changes: "{\"a\": {\"before\": 0, \"after\": {}}}"), "EMPTY": entry(changes: "{}"),
            "SAME": entry(changes: "{\"a\": {\"before\": 0, \"after\": 0}}"),
            "BAD-ID": entry(changes: "{\"A b\": {\"before\": 0, \"after\": 1}}"),
        ]
        let history = words.reduce(text) { $0.replacing($1.key, with: $1.value) }
        try scratch.write("{\"version\": 1, \"parameters\": {\"a\": {\"value\": 1}}, \"history\": \(history)}")
        let (store, report) = scratch.load()
        #expect(report.values == ["a": 1])
        #expect(report.origin == .present)
        let entries = dropped == 1 ? "an entry" : "\(dropped) entries"
        #expect(
            report.warnings
                == (dropped == 0 ? [] : ["\(scratch.path): left out \(entries) of the history that could not be read"]))
        #expect(store.history.entries.map(\.number) == numbers)
        #expect(await store.save("a", 2) == .durable)
        #expect(scratch.load().report.warnings.isEmpty)
    }

    @Test("works even if nothing can be saved")
    func disabled() throws {
        try scratch.write("{\"version\": 9}")
        let (store, _) = scratch.load()
        record(store, "a", 0, 1)
        take(try #require(store.history.undo()), store)
        #expect(store.history.redo()?.values == ["a": 1])
        #expect(try scratch.text() == "{\"version\": 9}")
    }

    @Test("its lines, kept from save to save, equal those of the same history written from scratch")
    func kept() throws {
        var random = SeededGenerator(seed: 5)
        var (history, kept) = (History(), HistoryText())
        var values = ["a": 0.0, "b.c": 0, "d": 0]
        for round in 1...1_000 {
            if Int.random(in: 0...9, using: &random) == 0, let step = history.undo(.entries(Int.random(in: 1...3, using: &random))) {
                history.begin(step, change: 1)
                for (id, value) in step.values.mapValues(\.value).sorted(by: { $0.key < $1.key }) {
                    history.follow(id, before: .number(values[id] ?? 0), after: value, change: 1, time: 0) { $0.value }
                    if case .number(let number) = value { values[id] = number }
                }
                history.finish(1) { _, _ in true }
            } else {
                // Sometimes an entry ends where it began, and disappears.
                let id = ["a", "b.c", "d"].randomElement(using: &random) ?? "a"
                let (before, after) = (values[id] ?? 0, (values[id] ?? 0) + (Bool.random(using: &random) ? 1 : -1))
                let change = ChangeNumber(UInt32(round / 4 + 2))
                history.record(id, before: .number(before), after: .number(after), origin: .hand, change: change, time: Double(round))
                values[id] = after
            }
            // Not after every change: a save covers several.
            guard Int.random(in: 0...2, using: &random) == 0 else { continue }
            var anew = HistoryText()
            _ = anew.update(history)
            let before = text(of: kept)
            let isNew = kept.update(history)
            #expect(text(of: kept) == text(of: anew))
            #expect(isNew || text(of: kept) == before)
            let isNewAgain = kept.update(history)
            #expect(!isNewAgain)
        }
        #expect(history.entries.count > 50)
    }

    private func text(of history: HistoryText) -> String {
        var bytes: [UInt8] = []
        history.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
