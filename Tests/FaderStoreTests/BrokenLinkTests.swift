import FaderTesting
import FaderValues
import Foundation
import Testing

@testable import FaderStore

@Suite("A link to a missing file")
struct BrokenLinkTests {
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
        let told = "leads to disk/s.json, where nothing is, so every parameter has its default"
        #expect(report.warnings.contains { $0.contains(told) })
        guard case .failed(let reason) = await store.save("master", -6) else { Issue.record("it was saved nowhere"); return }
        #expect(reason.contains("mount the disk") && reason.contains("then restart faderd") && reason.contains(scratch.path))
        #expect(try scratch.names == ["state.json"])
        guard case .disabled = store.status.condition else { Issue.record("\(store.status)"); return }
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
