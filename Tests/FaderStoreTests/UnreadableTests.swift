import FaderDisks
import FaderValues
import FoundationEssentials
import Glibc
import Testing

@testable import FaderStore

@Suite("a state file that cannot be read")
struct UnreadableTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func expectUntouched(_ store: StateStore, _ report: LoadReport, text: String, told: String) async throws {
        #expect(report.origin != .fresh)
        #expect(report.warnings.contains { $0.contains(told) }, "\(report.warnings)")
        guard case .disabled(let reason) = store.status.condition else {
            return #expect(Bool(false), "saving goes on: \(store.status)")
        }
        #expect(reason.contains(told) && reason.contains("restart faderd"))
        store.note("a", 4)
        #expect(await store.save("a", 5) == .failed(reason: reason))
        #expect(await store.flush() == .failed(reason: reason))
        #expect(try scratch.text() == text)
        #expect(try !scratch.names.contains { $0.contains("damaged") })
    }

    @Test("is never taken for a fresh start and never overwritten", arguments: [EACCES, EIO, EROFS, EMFILE, ELOOP, ENOTDIR])
    func open(code: Int32) async throws {
        let text = "{\"version\": 1, \"parameters\": {\"a\": {\"value\": 1}}}"
        try scratch.write(text)
        scratch.files.fail { $0.name == "read" ? code : nil }
        let (store, report) = scratch.load()
        #expect(report.values.isEmpty)
        try await expectUntouched(store, report, text: text, told: errorText(code))
    }

    @Test("leaves the daemon the values of the previous generation if there is one")
    func previous() async throws {
        let text = "{\"version\": 1, \"parameters\": {\"a\": {\"value\": 2}}}"
        try scratch.write(text)
        try scratch.write("{\"version\": 1, \"parameters\": {\"a\": {\"value\": 1}}}", "state.json.previous")
        let path = scratch.path
        scratch.files.fail { $0.name == "read" && $0.path == path ? EIO : nil }
        let (store, report) = scratch.load()
        #expect(report.origin == .previous)
        #expect(report.values == ["a": 1])
        try await expectUntouched(store, report, text: text, told: "Input/output error")
    }

    @Test("because of a newer version is not overwritten, and that is explained")
    func newer() async throws {
        let text = "{\"version\": 2, \"values\": [1, 2, 3]}"
        try scratch.write(text)
        let (store, report) = scratch.load()
        try await expectUntouched(store, report, text: text, told: "has version 2, which a newer faderd wrote")
    }

    @Test("that is damaged, with an unreadable previous generation: neither is overwritten")
    func damagedThenUnreadable() async throws {
        try scratch.write("junk")
        try scratch.write("{\"version\": 3}", "state.json.previous")
        let (store, report) = scratch.load()
        try await expectUntouched(store, report, text: "junk", told: "has version 3")
        #expect(try scratch.text("state.json.previous") == "{\"version\": 3}")
    }

    @Test("that is a directory, a FIFO or endless: the start does not hang and nothing is replaced")
    func kinds() async throws {
        try FileManager.default.createDirectory(atPath: scratch.directory + "/d", withIntermediateDirectories: false)
        #expect(unsafe mkfifo(scratch.directory + "/f", 0o600) == 0)
        for (path, told) in [
            (scratch.directory + "/d", "Is a directory"), (scratch.directory + "/f", "is not a regular file"),
            ("/dev/zero", "is not a regular file"),
        ] {
            let (store, report) = scratch.load(path)
            #expect(report.warnings.contains { $0.contains(told) || $0.contains("is not a regular file") }, "\(report.warnings)")
            guard case .failed = await store.save("a", 1) else { return #expect(Bool(false), "saved over \(path)") }
        }
        #expect(try scratch.names == ["d", "f"])
    }

    @Test("only a missing file is a fresh start, and its directory is made only for the owner")
    func fresh() async throws {
        let path = scratch.directory + "/deep/er/state.json"
        let before = umask(0)
        defer { umask(before) }
        let (store, report) = scratch.load(path)
        #expect(report == LoadReport(values: [:], origin: .fresh, warnings: []))
        #expect(await store.save("a", 1) == .durable)
        var information = stat()
        for (name, mode) in [("/deep", 0o700), ("/deep/er", 0o700), ("/deep/er/state.json", 0o600)] as [(String, UInt32)] {
            #expect(unsafe stat(scratch.directory + name, &information) == 0)
            #expect(information.st_mode & 0o777 == mode)
        }
    }

    @Test("an invalid value is kept in the file, not used, and reported")
    func oddEntries() async throws {
        try scratch.write("{\"version\": 1, \"parameters\": {\"a\": {\"value\": {\"red\": 1}}, \"b\": {\"value\": 1}, \"c\": 3}}")
        let (store, report) = scratch.load()
        #expect(report.values == ["b": 1])
        #expect(report.warnings.count == 1 && report.warnings[0].contains("\"a\" and 1 more cannot be read"))
        #expect(await store.save("b", 2) == .durable)
        #expect(try scratch.text().contains("\"a\": { \"value\": { \"red\": 1 } },\n    \"b\": { \"value\": 2.0 },\n    \"c\": 3\n"))
    }
}
