import FaderDisks
import FaderModel
import FoundationEssentials
import Glibc
import Testing

@testable import FaderState

@Suite("the spare, which a save writes over")
struct SpareTests {
    let scratch: Scratch
    let store: StateStore

    /// Three generations have been saved: the present one, the previous one, and the spare with 1.
    init() async throws {
        scratch = try Scratch()
        store = scratch.load().store
        for value in [1.0, 2, 3] { #expect(await store.save("a", .number(value)) == .durable) }
    }

    private var spare: String {
        get throws { scratch.directory + "/" + (try #require(try scratch.names.first { $0.hasPrefix("state.json.tmp-") })) }
    }

    private func inode(_ path: String) -> UInt64 {
        var information = stat()
        #expect(unsafe lstat(path, &information) == 0)
        return UInt64(information.st_ino)
    }

    /// Saves once more. Returns whether that wrote over the spare.
    private func isReused() async throws -> Bool {
        let before = inode(try spare)
        #expect(await store.save("a", 4) == .durable)
        #expect(scratch.reloaded() == ["a": 4])
        #expect(try scratch.text("state.json.previous").contains("3.0"))
        return inode(scratch.path) == before
    }

    @Test("is the file of the next state, whose end is cut off if it is shorter")
    func reused() async throws {
        try scratch.write(
            try scratch.text() + String(repeating: " junk", count: 100), try #require(spare.split(separator: "/").last.map(String.init)))
        #expect(try await isReused())
        #expect(try scratch.names.count == 3)
    }

    @Test("is left alone while a program reads it, which sees all of it")
    func open() async throws {
        let reader = unsafe Glibc.open(try spare, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        #expect(try await !isReused())
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(reader, &bytes, bytes.count)
        #expect(try StateDocument(parsing: Array(bytes.prefix(count)), path: "spare").values == ["a": 1])
    }

    @Test("is left alone if it has a second name, another mode, or is no file")
    func changed() async throws {
        let spare = try spare
        #expect(unsafe link(spare, scratch.directory + "/backup") == 0)
        #expect(try await !isReused())
        #expect(try scratch.text("backup").contains("1.0"))

        #expect(unsafe chmod(try self.spare, 0o644) == 0)
        #expect(try await !isReused())

        #expect(unsafe unlink(try self.spare) == 0)
        #expect(await store.save("a", 5) == .durable)

        let path = try self.spare
        #expect(unsafe unlink(path) == 0)
        #expect(unsafe symlink(scratch.directory + "/backup", path) == 0)
        #expect(await store.save("a", 6) == .durable)
        #expect(try scratch.text("backup").contains("1.0"))
        #expect(scratch.reloaded() == ["a": 6])
    }

    @Test("goes when the store is closed")
    func closed() async throws {
        #expect(try scratch.names.count == 3)
        #expect(await store.close(within: .seconds(30)) == .durable)
        #expect(try scratch.names == ["state.json", "state.json.previous"])
    }

    @Test("that cannot be written is replaced by a new file", arguments: ["write", "end", "sync"])
    func failing(call: String) async throws {
        let path = try spare
        scratch.files.fail { $0.name == call && $0.path == path ? EIO : nil }
        #expect(await store.save("a", 4) == .durable)
        #expect(scratch.reloaded() == ["a": 4])
        #expect(scratch.events.map(\.severity) == [.warning])
    }
}
