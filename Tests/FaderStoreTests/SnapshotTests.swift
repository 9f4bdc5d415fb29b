import FaderTesting
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("snapshots")
struct SnapshotTests {
    let scratch: Scratch
    private let verse = Snapshot(saved: 1_770_091_445.678, values: ["master": -6, "mute": .flag(true), "name": .word("Ä")])

    init() throws {
        scratch = try Scratch()
    }

    @Test("a snapshot is one line of the file, and is loaded again")
    func layout() async throws {
        let (store, _) = scratch.load()
        try store.setSnapshot("Bridge 2", Snapshot(saved: 0, values: [:]))
        try store.setSnapshot("verse", verse)
        #expect(await store.flush() == .durable)
        #expect(
            try scratch.text() == """
                {
                  "version": 1,
                  "parameters": {},
                  "snapshots": {
                    "Bridge 2": { "parameters": {}, "saved": "1970-01-01T00:00:00.000Z" },
                    "verse": { "parameters": { "master": { "value": -6.0 }, "mute": { "value": true }, "name": { "value": "Ä" } }, \
                "saved": "2026-02-03T04:04:05.678Z" }
                  }
                }

                """)
        let (again, report) = scratch.load()
        #expect(report.warnings.isEmpty)
        #expect(again.snapshots == ["verse": verse, "Bridge 2": Snapshot(saved: 0, values: [:])])
        #expect(again.snapshot("verse") == verse && again.snapshot("chorus") == nil)
    }

    @Test("they are replaced, renamed and deleted, each durable with the flush after it")
    func changes() async throws {
        let (store, _) = scratch.load()
        try store.setSnapshot("verse", verse)
        try store.setSnapshot("verse", Snapshot(saved: 2, values: ["a": 1]))
        try store.renameSnapshot("verse", to: "chorus")
        #expect(await store.flush() == .durable)
        #expect(scratch.load().store.snapshots == ["chorus": Snapshot(saved: 2, values: ["a": 1])])
        try store.setSnapshot("chorus", nil)
        #expect(await store.flush() == .durable)
        #expect(scratch.load().store.snapshots.isEmpty)
        #expect(store.status.generations == 2)
    }

    @Test("a refused action gives the reason and changes nothing")
    func refused() async throws {
        let (store, _) = scratch.load()
        try store.setSnapshot("verse", verse)
        try store.setSnapshot("chorus", verse)
        #expect(await store.flush() == .durable)
        #expect(throws: StateError.noSnapshot("x")) { try store.setSnapshot("x", nil) }
        #expect(throws: StateError.noSnapshot("x")) { try store.renameSnapshot("x", to: "y") }
        #expect(throws: StateError.snapshotExists("chorus")) { try store.renameSnapshot("verse", to: "chorus") }
        #expect(throws: StateError.invalidName("a/b", reason: "contains a \"/\"")) { try store.renameSnapshot("verse", to: "a/b") }
        #expect(throws: StateError.invalidName("", reason: "is empty")) { try store.setSnapshot("", verse) }
        try store.renameSnapshot("verse", to: "verse")
        try store.setSnapshots([:])
        try store.setSnapshot("verse", verse)
        #expect(await store.flush() == .durable)
        #expect(store.status.generations == 1, "what was there already was written again")
        #expect(store.snapshots == ["verse": verse, "chorus": verse])
        #expect("\(StateError.invalidName("a\n", reason: "x"))" == "\"a\\n\" cannot be the name of a snapshot: it x")
    }

    @Test("a name must be visible and fit into a path")
    func names() {
        let good = ["a", "Verse 2", "…", "日本", "👩‍👩‍👧‍👦", "a.b", "...", "-", "\"", String(repeating: "ä", count: 64)]
        for name in good { #expect(SnapshotName.problem(name) == nil, "\(name)") }
        let bad = [
            "", ".", "..", "a/b", " a", "a ", "\u{A0}a", "a\nb", "a\u{0}", "a\u{7F}", "a\u{85}b", "a\u{2028}b",
            String(repeating: "a", count: 65), "e" + String(repeating: "\u{301}", count: 200),
        ]
        for name in bad { #expect(SnapshotName.problem(name) != nil, "\(name)") }
    }

    @Test("a name that looks like another but has other characters is refused beside it, and not taken for it")
    func composed() async throws {
        let (one, other) = ("Caf\u{E9}", "Cafe\u{301}")
        let (store, _) = scratch.load()
        try store.setSnapshot(one, verse)
        for _ in 0..<2 {
            #expect(throws: StateError.self) { try store.setSnapshot(other, verse) }
            #expect(throws: StateError.noSnapshot(other)) { try store.setSnapshot(other, nil) }
            #expect(throws: StateError.noSnapshot(other)) { try store.renameSnapshot(other, to: "b") }
        }
        try store.setSnapshot("b", verse)
        #expect(throws: StateError.self) { try store.renameSnapshot("b", to: other) }
        #expect(store.snapshot(other) == nil)
        try store.setSnapshot("b", nil)
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().utf8.contains(0xCC) == false)
        try store.renameSnapshot(one, to: other)
        #expect(await store.flush() == .durable)
        let again = scratch.load().store
        #expect(again.snapshot(one) == nil && again.snapshot(other) == verse)
    }

    @Test("a text that differs only in Unicode composition is another value, and is saved as such")
    func recomposed() async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("name", .word("Caf\u{E9}")) == .durable)
        store.record("name", before: .word("Caf\u{E9}"), after: .word("Cafe\u{301}"), origin: .text, change: 0, time: 1)
        #expect(await store.flush() == .durable)
        let (again, report) = scratch.load()
        #expect(report.values == ["name": .word("Cafe\u{301}")])
        #expect(again.history.undo()?.values == ["name": .word("Caf\u{E9}")])
    }

    @Test("fields that this version does not know stay, through replacing and renaming")
    func unknown() async throws {
        try scratch.write(
            """
            {"version": 1, "parameters": {}, "snapshots": {"s": {"label": [1.50], "parameters": {"a": {"value": 1, "x": 2}, "b": 7},
            "saved": "2026-02-03T04:04:05Z"}}}
            """)
        let (store, report) = scratch.load()
        #expect(report.warnings.isEmpty)
        #expect(store.snapshots == ["s": Snapshot(saved: 1_770_091_445, values: ["a": 1])])
        try store.renameSnapshot("s", to: "t")
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().contains("\"t\": { \"label\": [1.50], \"parameters\": { \"a\": { \"value\": 1, \"x\": 2 }, \"b\": 7 }"))
        try store.setSnapshot("t", Snapshot(saved: 0, values: [:]))
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().contains("\"t\": { \"label\": [1.50], \"parameters\": {}, \"saved\": \"1970"))
    }

    @Test("an unreadable snapshot is reported and kept in the file; it can be renamed, replaced and deleted")
    func foreign() async throws {
        try scratch.write(
            "{\"version\": 1, \"parameters\": {}, \"snapshots\": {\"a\": {\"gone\": 1.50}, \"b\": [3], \"c\": {\"parameters\": {}}}}")
        let (store, report) = scratch.load()
        #expect(report.warnings == ["\(scratch.path): the snapshot \"a\" and 2 more cannot be read: kept in the file, but not offered"])
        #expect(store.snapshots.isEmpty)
        try store.renameSnapshot("b", to: "d")
        #expect(throws: StateError.snapshotExists("d")) { try store.renameSnapshot("a", to: "d") }
        try store.setSnapshot("a", Snapshot(saved: 0, values: [:]))
        try store.setSnapshot("c", nil)
        #expect(await store.flush() == .durable)
        let text = try scratch.text()
        #expect(text.contains("\"a\": { \"gone\": 1.50, \"parameters\": {}") && text.contains("\"d\": [3]") && !text.contains("\"c\""))
    }

    @Test("foreign JSON in place of snapshots is kept until there is one")
    func place() async throws {
        try scratch.write("{\"version\": 1, \"parameters\": {}, \"snapshots\": [1.50]}")
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        #expect(try scratch.text().contains("\"snapshots\": [1.50]"))
        try store.setSnapshot("s", verse)
        #expect(await store.flush() == .durable)
        #expect(scratch.load().store.snapshots == ["s": verse])
    }

    @Test("number and size are limited; more is refused, but existing ones can be replaced")
    func limits() throws {
        let (store, _) = scratch.load()
        let small = Snapshot(saved: 0, values: [:])
        for index in 0..<SnapshotShelf.countLimit { try store.setSnapshot("s\(index)", small) }
        #expect(throws: StateError.noRoom("more", reason: "there is room for 256")) { try store.setSnapshot("more", small) }
        try store.setSnapshot("s0", verse)
        try store.setSnapshot("s1", nil)
        let large = Snapshot(saved: 0, values: ["a": .word(String(repeating: "x", count: 5 << 20))])
        try store.setSnapshot("large", large)
        #expect(throws: StateError.noRoom("s0", reason: "all together may have 8 MiB")) { try store.setSnapshot("s0", large) }
        #expect(store.snapshot("s0") == verse)
        #expect(throws: StateError.noRoom("s9", reason: "all together may have 8 MiB")) {
            try store.setSnapshots(["s8": verse, "s9": large])
        }
        #expect(store.snapshot("s8") == small)
        try store.setSnapshots(["s8": verse, "large": verse])
        #expect(store.snapshot("s8") == verse)
        try store.setSnapshot("s0", large)
        #expect(store.snapshots.count == SnapshotShelf.countLimit)
    }

    @Test("they can be taken and recalled even if nothing can be saved")
    func disabled() async throws {
        try scratch.write("{\"version\": 9}")
        let (store, _) = scratch.load()
        try store.setSnapshot("verse", verse)
        #expect(store.snapshots == ["verse": verse])
        guard case .failed = await store.flush() else { return #expect(Bool(false), "answered durable") }
    }
}
