import FaderDisks
import FaderTesting
import FaderValues
import FoundationEssentials
import Glibc
import Testing

@testable import FaderStore

@Suite("a damaged state file")
struct DamageTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Saves two generations: a = 1 is the previous one, a = 2 the present one.
    private func twoGenerations() async {
        let (store, _) = scratch.load()
        for value in [1.0, 2] { #expect(await store.save("a", .number(value)) == .durable) }
        // After this, nothing is left to be removed.
        #expect(await store.close(within: .seconds(30)) == .durable)
    }

    @Test(
        "is moved aside, the previous generation is used, and the status reports it",
        arguments: [
            "", "{ \"version\": 1, \"para", String(repeating: "\0", count: 90), "junk", "[1, 2]", "{\"version\": 1, \"parameters\": 3}",
        ])
    func aside(damage: String) async throws {
        await twoGenerations()
        try scratch.write(damage)
        let (store, report) = scratch.load()
        #expect(report.origin == .previous)
        #expect(report.values == ["a": 1])
        #expect(try scratch.names == ["state.json", "state.json.damaged-20250102T030405Z", "state.json.previous"])
        #expect(try scratch.text("state.json.damaged-20250102T030405Z") == damage)
        #expect(store.status.warnings.contains { $0.contains("state.json was damaged and moved aside to \(scratch.path).damaged-") })
        #expect(store.status.condition == .ok)
        #expect(scratch.reloaded() == ["a": 1])
        #expect(await store.save("a", 3) == .durable)
        #expect(scratch.reloaded() == ["a": 3])
    }

    @Test("is not lost if another one was moved aside at the same time")
    func names() async throws {
        await twoGenerations()
        for damage in ["one", "two", "three"] {
            try scratch.write(damage)
            _ = scratch.load()
        }
        let aside = try scratch.names.filter { $0.contains("damaged") }
        #expect(try Set(aside.map { try scratch.text($0) }) == ["one", "two", "three"])
    }

    @Test("without a previous generation leaves the defaults, and is still kept aside")
    func alone() async throws {
        try scratch.write("junk")
        let (store, report) = scratch.load()
        #expect(report.origin == .nothing)
        #expect(report.values.isEmpty)
        #expect(report.warnings.count == 2)
        #expect(await store.save("a", 3) == .durable)
        #expect(try scratch.text("state.json.damaged-20250102T030405Z") == "junk")
        #expect(scratch.reloaded() == ["a": 3])
    }

    @Test("with a damaged previous generation: both are kept aside")
    func both() async throws {
        try scratch.write("junk")
        try scratch.write("old junk", "state.json.previous")
        let (store, report) = scratch.load()
        #expect(report.origin == .nothing)
        for value in [1.0, 2, 3] { #expect(await store.save("a", .number(value)) == .durable) }
        #expect(try scratch.text("state.json.damaged-20250102T030405Z") == "junk")
        #expect(try scratch.text("state.json.previous.damaged-20250102T030405Z") == "old junk")
        #expect(scratch.reloaded() == ["a": 3])
    }

    @Test("is not overwritten while it cannot be moved aside; the first save that can does so")
    func later() async throws {
        await twoGenerations()
        try scratch.write("junk")
        scratch.files.fail { ["create", "link", "rename"].contains($0.name) ? EROFS : nil }
        let (store, report) = scratch.load()
        #expect(report.values == ["a": 1])
        #expect(report.warnings.contains { $0.contains("Read-only file system") })
        guard case .failed = await store.save("a", 5) else { return #expect(Bool(false), "saved on a read-only file system") }
        #expect(try scratch.text() == "junk")
        scratch.files.fail { _ in nil }
        #expect(await store.save("a", 6) == .durable)
        #expect(try scratch.text("state.json.damaged-20250102T030405Z") == "junk")
        #expect(scratch.reloaded() == ["a": 6])
        #expect(try scratch.text("state.json.previous").contains("1.0"))
    }

    @Test("truncated after any byte gives the previous generation, never a part")
    func cuts() async throws {
        await twoGenerations()
        let whole = try scratch.text()
        for length in stride(from: 0, to: whole.utf8.count - 2, by: 7) {
            try scratch.write(Array(whole.utf8.prefix(length)))
            #expect(scratch.load().report.values == ["a": 1], "cut after \(length) bytes")
        }
    }

    @Test("temporary files of a crash are removed, other files are not")
    func stale() async throws {
        await twoGenerations()
        for name in ["state.json.tmp-1", "state.json.tmp-77", "state.json.tmp-3.previous", "other.json.tmp-1", "state.json.note"] {
            try scratch.write("x", name)
        }
        let (store, report) = scratch.load()
        #expect(report == LoadReport(values: ["a": 2], origin: .present, warnings: []))
        #expect(await store.save("a", 3) == .durable)
        #expect(await store.close(within: .seconds(30)) == .durable)
        #expect(try scratch.names == ["other.json.tmp-1", "state.json", "state.json.note", "state.json.previous"])
    }

    @Test("a previous generation that is the same file as the present one after a crash leaves no stray name behind")
    func sameFile() async throws {
        await twoGenerations()
        let files = LinuxFileSystem()
        try files.unlink(scratch.path + ".previous")
        try files.link(scratch.path, as: scratch.path + ".previous")
        let (store, _) = scratch.load()
        #expect(await store.save("a", 3) == .durable)
        #expect(await store.close(within: .seconds(30)) == .durable)
        #expect(try scratch.names == ["state.json", "state.json.previous"])
        #expect(try scratch.text("state.json.previous").contains("2.0"))
    }
}
