import FaderModel
import FaderTesting
import Foundation
import Testing

@testable import FaderState

@Suite("A link to a missing file")
struct LateFileTests {
    /// A state path that is a link into `disk`, which does not exist.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        #expect(unsafe symlink("disk/s.json", scratch.path) == 0)
        return scratch
    }

    private func mount(_ scratch: Scratch, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: scratch.directory + "/new", withIntermediateDirectories: true)
        try scratch.write(text, "new/s.json")
        #expect(unsafe rename(scratch.directory + "/new", scratch.directory + "/disk") == 0)
    }

    @Test("is not a fresh start: nothing is written, neither over the link nor at its target, and that is reported")
    func nothingIsWritten() async throws {
        let scratch = try scratch()
        let (store, report) = scratch.load()
        #expect(report.origin == .nothing)
        #expect(report.warnings.contains { $0.contains("leads to disk/s.json, where nothing is") && $0.contains("default until it comes") })
        guard case .failed(let reason) = await store.save("master", -6) else { Issue.record("it was saved nowhere"); return }
        #expect(reason.contains("mount the disk") && reason.contains(scratch.path))
        #expect(try scratch.names == ["state.json"])
        guard case .failing = store.status.condition else { Issue.record("\(store.status)"); return }
    }

    @Test("is used when the file appears: its values count except those changed since, and so do snapshots and history")
    func takenUp() async throws {
        let scratch = try scratch()
        let (store, _) = scratch.load()
        guard case .failed = await store.save("master", -6) else { Issue.record("it was saved nowhere"); return }
        store.record("master", before: -6, after: -7, origin: .text, change: 0, time: 100)
        try store.setSnapshot("new", Snapshot(saved: 5, values: ["a": 1]))
        let old = try Scratch()
        let (writer, _) = old.load()
        writer.record("pan", before: 0, after: 3, origin: .text, change: 0, time: 50)
        writer.note("master", -20)
        try writer.setSnapshot("old", Snapshot(saved: 4, values: ["b": 2]))
        #expect(await writer.flush() == .durable)
        try mount(scratch, try old.text())
        #expect(await store.flush() == .durable)
        #expect(store.history.entries.map(\.changes[0].id) == ["pan", "master"])
        #expect(Set(store.snapshots.keys) == ["old", "new"])
        var states = store.late.makeAsyncIterator()
        let late = try #require(await states.next())
        #expect(late.values == ["master": -20, "pan": 3])
        let (_, report) = scratch.load()
        #expect(report.values == ["master": -7, "pan": 3])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path) == "disk/s.json")
        #expect(store.status.condition == .ok)
    }

    @Test("changes undone since the start are redone before those undone in the late file")
    func undone() throws {
        func history(_ id: String, undone: UInt64) -> History {
            let change = HistoryChange(id: id, before: 0, after: 1, undone: undone)
            return History([HistoryEntry(number: 1, time: 0, origin: .text, changes: [change])])
        }
        let status = SavingStatus(condition: .ok, lastSaved: nil, generations: 0, isUnsaved: false, warnings: [])
        var state = SaverState(status: status, history: history("ours", undone: 1), snapshots: SnapshotShelf())
        let taken = state.takeUp(history("earlier", undone: 3), SnapshotShelf(), Remembered()).history ?? History()
        #expect(taken.entries.map { $0.changes[0].undone } == [3, 4])
        #expect(taken.redo()?.values.keys.sorted() == ["ours"])
    }

    @Test("a damaged file or one of a newer version that appears is not overwritten")
    func unusable() async throws {
        let scratch = try scratch()
        let (store, _) = scratch.load()
        try mount(scratch, #"{"version": 99}"#)
        guard case .failed(let reason) = await store.save("master", -6) else { Issue.record("it was written over"); return }
        #expect(reason.contains("version 99"))
        #expect(try scratch.text("disk/s.json") == #"{"version": 99}"#)
    }

    @Test("a disk that disappears while the daemon runs is not replaced by a directory")
    func vanished() async throws {
        let scratch = try scratch()
        try mount(scratch, #"{"version": 1, "parameters": {"master": {"value": -20}}}"#)
        let (store, report) = scratch.load()
        #expect(report.values == ["master": -20])
        #expect(unsafe rename(scratch.directory + "/disk", scratch.directory + "/away") == 0)
        guard case .failed = await store.save("master", -6) else { Issue.record("it was saved nowhere"); return }
        #expect(!FileManager.default.fileExists(atPath: scratch.directory + "/disk"))
        #expect(unsafe rename(scratch.directory + "/away", scratch.directory + "/disk") == 0)
        #expect(await store.save("master", -6) == .durable)
    }

    @Test("a link to a missing directory counts like one to a missing file")
    func directory() async throws {
        let scratch = try Scratch()
        #expect(unsafe symlink("nowhere", scratch.directory + "/link") == 0)
        let (store, report) = scratch.load(scratch.directory + "/link/deep/state.json")
        #expect(report.origin == .nothing)
        guard case .failed = await store.save("master", -6) else { Issue.record("it was saved nowhere"); return }
        #expect(try scratch.names == ["link"])
    }
}
