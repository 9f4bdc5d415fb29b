import FaderDisks
import FaderTesting
import FaderValues
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import FaderStore

@Suite("while saving fails")
struct FailingSaveTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test(
        "once, in write, fsync or close, a new file is written and the set is durable", arguments: ["write", "sync", "close"])
    func once(call: String) async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        let left = Mutex(1)
        let earlier = scratch.files.calls.count
        scratch.files.fail { made in
            made.name == call
                && left.withLock { left in
                    left -= 1
                    return left == 0
                } ? EIO : nil
        }
        #expect(await store.save("a", 2) == .durable)
        #expect(scratch.reloaded() == ["a": 2])
        let calls = scratch.files.calls.dropFirst(earlier)
        let created = calls.filter { $0.name == "create" }.map(\.path)
        #expect(created.count == 2 && Set(created).count == 2)
        let syncs = calls.filter { $0.name == "sync" }.map(\.path)
        #expect(syncs.count == Set(syncs).count, "a file was synced twice: \(syncs)")
        #expect(scratch.events.map(\.severity) == [.warning])
        #expect(store.status.condition == .ok)
        #expect(try await eventually { try scratch.names == ["state.json", "state.json.previous"] })
    }

    @Test(
        "the daemon continues, reports why, logs it once, and recovers by itself",
        arguments: [
            ("create", EROFS), ("write", ENOSPC), ("sync", EIO), ("rename", EIO),
            ("syncDirectory", EIO),
        ])
    func recovers(call: String, code: Int32) async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        scratch.files.fail { $0.name == call ? code : nil }
        for value in [2.0, 3, 4] {
            guard case .failed(let reason) = await store.save("a", .number(value)) else { return #expect(Bool(false), "answered durable") }
            #expect(reason.contains(errorText(code)) && reason.contains(scratch.path))
        }
        guard case .failing = store.status.condition else { return #expect(Bool(false), "status says \(store.status)") }
        #expect(store.status.isUnsaved)
        #expect(scratch.events.map(\.severity) == [.error])
        if call != "syncDirectory" { #expect(scratch.reloaded() == ["a": 1]) }
        scratch.files.fail { _ in nil }
        #expect(await eventually { store.status.condition == .ok })
        #expect(scratch.reloaded() == ["a": 4])
        #expect(await eventually { scratch.events.map(\.severity) == [.error, .notice] })
        #expect(try scratch.names == ["state.json", "state.json.previous"])
        #expect(!store.status.isUnsaved)
    }

    @Test("a set is answered at once as soon as there is room, not when the next retry is due")
    func room() async throws {
        let (store, _) = scratch.load()
        scratch.files.fail { $0.name == "write" ? ENOSPC : nil }
        for _ in 1...4 { guard case .failed = await store.save("a", 1) else { return #expect(Bool(false), "durable on a full disk") } }
        scratch.files.fail { _ in nil }
        let count = try await ticks { #expect(await store.save("a", 2) == .durable) }
        #expect(count < 9)
    }

    @Test("a read-only directory is reported at the start, before anything is saved")
    func readOnlyAtStart() async throws {
        try scratch.write("{\"version\": 1, \"parameters\": {\"a\": {\"value\": 1}}}")
        scratch.files.fail { ["create", "link", "rename", "unlink"].contains($0.name) ? EROFS : nil }
        let (store, report) = scratch.load()
        #expect(report.values == ["a": 1])
        #expect(report.origin == .present)
        #expect(report.warnings.count == 1 && report.warnings[0].contains("make that file system writable"))
        guard case .failing = store.status.condition else { return #expect(Bool(false), "status says \(store.status)") }
        scratch.files.fail { _ in nil }
        #expect(await eventually { store.status.condition == .ok })
    }

    @Test("a directory that disappears while the daemon runs is made again")
    func directoryGone() async throws {
        let path = scratch.directory + "/sub/state.json"
        let (store, _) = scratch.load(path)
        #expect(await store.save("a", 1) == .durable)
        try FileManager.default.removeItem(atPath: scratch.directory + "/sub")
        #expect(await store.save("a", 2) == .durable)
        #expect(scratch.load(path).report.values == ["a": 2])
    }

    @Test("the previous generation is kept by a hard link, or as a copy where there are none", arguments: [true, false])
    func fewerSkills(hasLinks: Bool) async throws {
        scratch.files.fail { !hasLinks && $0.name == "link" ? EPERM : nil }
        let (store, _) = scratch.load()
        for value in [1.0, 2] { #expect(await store.save("a", .number(value)) == .durable) }
        #expect(try scratch.names == ["state.json", "state.json.previous"])
        try scratch.write("junk")
        #expect(scratch.load().report.values == ["a": 1])
        #expect(try scratch.text("state.json.damaged-20250102T030405Z") == "junk")
    }

    @Test("a previous generation that cannot get its name is reported, and a later save gives it one")
    func previous() async throws {
        let (store, _) = scratch.load()
        for value in [1.0, 2] { #expect(await store.save("a", .number(value)) == .durable) }
        scratch.files.fail { $0.name == "rename" && $0.path.hasSuffix(".previous") ? EROFS : nil }
        guard case .failed = await store.save("a", 3) else { return #expect(Bool(false), "answered durable") }
        #expect(try scratch.text("state.json.previous").contains("1.0"))
        scratch.files.fail { _ in nil }
        for value in [4.0, 5] { #expect(await store.save("a", .number(value)) == .durable) }
        #expect(try scratch.text("state.json.previous").contains("4.0"))
        #expect(scratch.reloaded() == ["a": 5])
    }

    @Test("closing waits until the leftovers of a save are removed, even if that takes a while")
    func slowRemoval() async throws {
        let (store, _) = scratch.load()
        for value in [1.0, 2] { #expect(await store.save("a", .number(value)) == .durable) }
        scratch.files.fail { call in
            if call.name == "unlink" { usleep(100_000) }
            return nil
        }
        #expect(await store.save("a", 3) == .durable)
        #expect(await store.close(within: .seconds(30)) == .durable)
        #expect(try scratch.names == ["state.json", "state.json.previous"])
    }

    @Test("a full disk leaves the old state intact, and saving works again once there is room")
    func fullDisk() async throws {
        let mountPoint = scratch.directory
        guard unsafe mount("tmpfs", mountPoint, "tmpfs", 0, "size=32k") == 0 else {
            print("skipped: mounting a small tmpfs is not permitted here (\(errorText(errno)))")
            return
        }
        defer { unsafe umount2(mountPoint, Int32(MNT_DETACH)) }
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        let filler = [UInt8](repeating: 1, count: 4096)
        var count = 0
        while (try? scratch.write(filler, "filler.\(count)")) != nil, count < 20 { count += 1 }
        #expect(count < 20, "the disk never got full")
        guard case .failed(let reason) = await store.save("a", 2) else { return #expect(Bool(false), "durable on a full disk") }
        #expect(reason.contains("make room on that file system"))
        #expect(try scratch.text().contains("1.0"))
        for index in 0...count { try? FileManager.default.removeItem(atPath: mountPoint + "/filler.\(index)") }
        #expect(await store.save("a", 3) == .durable)
        #expect(scratch.reloaded() == ["a": 3])
    }
}
