import FaderValues
import Testing

@testable import FaderStore

@Suite("the order and the fades of snapshots")
struct SnapshotOrderTests {
    let scratch: Scratch
    private let empty = Snapshot(saved: 0, values: [:])

    init() throws { scratch = try Scratch() }

    private func names(_ store: StateStore) -> [String] { store.snapshotsInOrder.map(\.name) }

    /// A file with these snapshots and more keys.
    private func write(_ names: [String], _ more: String = "") throws {
        let snapshots = names.map { "\"\($0)\": {\"parameters\": {}, \"saved\": \"1970-01-01T00:00:00.000Z\"}" }.joined(separator: ", ")
        try scratch.write("{\"version\": 1, \"parameters\": {}, \"snapshots\": {\(snapshots)}\(more)}")
    }

    @Test("a file without an order has that of the names, which stays; a new snapshot comes last")
    func older() async throws {
        try write(["verse", "chorus"])
        let (store, report) = scratch.load()
        #expect(report.warnings.isEmpty && names(store) == ["chorus", "verse"])
        try store.setSnapshot("bridge", empty)
        try store.setSnapshot("chorus", Snapshot(saved: 1, values: [:]))
        #expect(names(store) == ["chorus", "verse", "bridge"])
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().contains("\"snapshot-order\": [\"chorus\", \"verse\", \"bridge\"]"))
        #expect(names(scratch.load().store) == ["chorus", "verse", "bridge"])
    }

    @Test("where the order is that of the names, the file is as an earlier version writes it")
    func sorted() async throws {
        let (store, _) = scratch.load()
        for name in ["b", "a"] { try store.setSnapshot(name, empty) }
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().contains("snapshot-order"))
        try store.moveSnapshot("a", before: "b")
        #expect(await store.flush() == .durable)
        #expect(try !scratch.text().contains("snapshot-order"))
    }

    @Test("snapshots are moved before others and to the end; names that are not there are refused, and nothing changes")
    func moves() async throws {
        let (store, _) = scratch.load()
        for name in ["a", "b", "c", "d"] { try store.setSnapshot(name, empty) }
        for (name, before, expected) in [
            ("d", "b", "adbc"), ("a", nil, "dbca"), ("d", "d", "dbca"), ("a", "d", "adbc"), ("c", nil, "adbc"), ("a", "b", "dabc"),
        ] {
            try store.moveSnapshot(name, before: before)
            #expect(names(store).joined() == expected)
        }
        #expect(throws: StateError.noSnapshot("x")) { try store.moveSnapshot("x", before: "a") }
        #expect(throws: StateError.noSnapshot("x")) { try store.moveSnapshot("a", before: "x") }
        #expect(names(store).joined() == "dabc")
        try store.renameSnapshot("a", to: "e")
        try store.setSnapshot("b", nil)
        #expect(names(store).joined() == "dec")
        #expect(await store.flush() == .durable)
        #expect(names(scratch.load().store).joined() == "dec")
    }

    @Test(
        "an order that does not fit its snapshots is used as far as it does; the others come last in the order of their names",
        arguments: [
            (#""snapshot-order": ["c", "x", "c", 5, "a"]"#, "cab"), (#""snapshot-order": {"a": 1}"#, "abc"),
            (#""snapshot-order": null"#, "abc"),
        ])
    func odd(order: String, expected: String) throws {
        try write(["b", "c", "a"], ", \(order)")
        let (store, report) = scratch.load()
        #expect(report.warnings.isEmpty && names(store).joined() == expected)
    }

    @Test("imported snapshots take each other's places to be in the order of their document, and so once more")
    func imported() throws {
        let (store, _) = scratch.load()
        for name in ["a", "b", "c", "d"] { try store.setSnapshot(name, empty) }
        let document = Dictionary(["d", "x", "a", "w"].map { ($0, empty) }, uniquingKeysWith: { first, _ in first })
        for _ in 1...2 {
            try store.setSnapshots(document, order: ["d", "x", "a", "w"])
            #expect(names(store).joined() == "dbcxaw")
        }
        try store.setSnapshots(["v": empty, "u": empty, "b": empty])
        #expect(names(store).joined() == "dbcxawuv")
    }

    @Test("many moves at once leave every snapshot in one place", .timeLimit(.minutes(2)))
    func races() async throws {
        let (store, _) = scratch.load()
        let all = (0..<8).map { "s\($0)" }
        for name in all { try store.setSnapshot(name, empty) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, name) in all.enumerated() {
                group.addTask { for step in 0..<50 { try store.moveSnapshot(name, before: all[(number + step) % all.count]) } }
                group.addTask { for _ in 0..<50 { _ = try store.setSnapshotKeepingFade(name, Snapshot(saved: 2, values: ["a": 1])) } }
            }
            try await group.waitForAll()
        }
        #expect(names(store).sorted() == all)
        #expect(store.snapshots.values.allSatisfy { $0.values == ["a": 1] })
    }

    @Test("a fade is saved with its snapshot; a snapshot that is saved again keeps it, and one that is stored has its own")
    func fades() async throws {
        let (store, _) = scratch.load()
        try store.setSnapshot("verse", Snapshot(saved: 0, values: [:], over: 2.5))
        #expect(try store.setSnapshotKeepingFade("verse", Snapshot(saved: 1, values: ["a": 1])).over == 2.5)
        #expect(try store.setSnapshotKeepingFade("new", empty).over == nil)
        try store.renameSnapshot("verse", to: "chorus")
        #expect(await store.flush() == .durable)
        #expect(try scratch.text().contains("\"chorus\": { \"over\": 2.5, \"parameters\""))
        let again = scratch.load().store
        #expect(again.snapshot("chorus") == Snapshot(saved: 1, values: ["a": 1], over: 2.5))
        try again.setSnapshot("chorus", empty)
        #expect(await again.flush() == .durable)
        #expect(try !scratch.text().contains("over"))
    }

    @Test("a fade that is none is not used", arguments: ["0", "-1", "601", "1e999", "\"2s\"", "null"])
    func oddFade(over: String) throws {
        try scratch.write(
            "{\"version\": 1, \"parameters\": {}, \"snapshots\": {\"a\": {\"over\": \(over), \"parameters\": {}, \"saved\": \"1970-01-01T00:00:00Z\"}}}"
        )
        let (store, _) = scratch.load()
        #expect(store.snapshot("a") == Snapshot(saved: 0, values: [:]))
    }
}
