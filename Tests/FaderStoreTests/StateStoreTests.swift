import FaderDisks
import FaderTesting
import FaderValues
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import FaderStore

@Suite("the running saver")
struct StateStoreTests {
    /// The names of the sets answered so far, in order.
    private final class Answers: Sendable {
        let list = Mutex<[String]>([])
    }

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("motion is saved within a second of its end, in one write")
    func motion() async throws {
        let (store, _) = scratch.load()
        for step in 0..<100 { store.note("a", .number(Double(step))) }
        let end = SuspendingClock.now
        #expect(await eventually { !store.status.isUnsaved })
        // The time of the call, as a busy machine may delay the test.
        let done = try #require(scratch.files.calls.last { $0.name == "syncDirectory" }).time
        #expect(done - end <= .seconds(1))
        #expect(scratch.reloaded() == ["a": 99])
        #expect(store.status.generations == 1)
        #expect(store.status.lastSaved != nil)
    }

    @Test("many sets at once are all durable and share few writes")
    func group() async throws {
        let (store, _) = scratch.load()
        scratch.files.fail { call in
            if call.name == "sync" { usleep(20_000) }
            return nil
        }
        let failures = await withTaskGroup(of: Durability.self) { group in
            for index in 0..<200 { group.addTask { await store.save("p.\(index)", .number(Double(index))) } }
            return await group.reduce(into: 0) { count, result in if result != .durable { count += 1 } }
        }
        #expect(failures == 0)
        #expect(scratch.reloaded().count == 200)
        #expect(store.status.generations < 50)
    }

    @Test("a set is answered only when its own value is on the disk")
    func order() async throws {
        let (store, _) = scratch.load()
        scratch.files.fail { call in
            if call.name == "sync" { usleep(5_000) }  // so that sets arrive while a save is under way
            return nil
        }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    #expect(await store.save("p.\(index)", .number(Double(index))) == .durable)
                    #expect(self.scratch.reloaded()["p.\(index)"] == .number(Double(index)))
                }
            }
        }
    }

    @Test("a set that comes while a save is under way waits for the save after it")
    func underWay() async throws {
        let (store, _) = scratch.load()
        let allowed = Mutex(0)
        scratch.files.fail { call in
            guard call.name == "sync" else { return nil }
            while allowed.withLock({ $0 }) == 0 { usleep(1000) }
            allowed.withLock { $0 -= 1 }
            return nil
        }
        let answers = Answers()
        let first = Task {
            let result = await store.save("a", 1)
            answers.list.withLock { $0.append("a") }
            return result
        }
        #expect(await eventually { scratch.files.calls.contains { $0.name == "sync" } })
        let second = Task {
            store.note("b", 2)
            let result = await store.flush()
            answers.list.withLock { $0.append("b") }
            return result
        }
        #expect(await eventually { store.saver.state.withLock { $0.waiting } == 2 })
        allowed.withLock { $0 += 1 }
        #expect(await first.value == .durable)
        #expect(scratch.reloaded() == ["a": 1])
        // The next save has reached the disk, and hangs there.
        #expect(await eventually { scratch.files.calls.count { $0.name == "sync" } == 2 })
        #expect(answers.list.withLock { $0 } == ["a"])
        allowed.withLock { $0 += 1 }
        #expect(await second.value == .durable)
        #expect(scratch.reloaded() == ["a": 1, "b": 2])
    }

    @Test("a flush during a save waits for it")
    func flushUnderWay() async throws {
        let (store, _) = scratch.load()
        let release = Mutex(false)
        scratch.files.fail { call in
            while call.name == "sync" && !release.withLock({ $0 }) { usleep(1000) }
            return nil
        }
        store.note("a", 1)
        let first = Task { await store.flush() }
        #expect(await eventually { scratch.files.calls.contains { $0.name == "sync" } })
        let second = await store.flush(within: .milliseconds(50))
        #expect(second != .durable)
        release.withLock { $0 = true }
        #expect(await first.value == .durable)
        #expect(store.status.generations == 1)
    }

    @Test("a slow fsync delays neither motion nor status")
    func slow() async throws {
        let (store, _) = scratch.load()
        let release = Mutex(false)
        scratch.files.fail { call in
            while call.name == "sync" && !release.withLock({ $0 }) { usleep(1000) }
            return nil
        }
        async let answer = store.save("a", 1)
        #expect(await eventually { scratch.files.calls.contains { $0.name == "sync" } })
        let start = SuspendingClock.now
        for step in 0..<10_000 { store.note("b", .number(Double(step))) }
        _ = store.status
        let took = SuspendingClock.now - start
        release.withLock { $0 = true }
        #expect(await answer == .durable)
        #expect(took < .milliseconds(500))
        #expect(await store.flush() == .durable)
        #expect(scratch.reloaded() == ["a": 1, "b": 9999])
    }

    @Test("a flush with nothing to save answers at once and writes nothing")
    func idle() async throws {
        let (store, _) = scratch.load()
        #expect(await store.flush() == .durable)
        #expect(await store.save("a", 1) == .durable)
        let calls = scratch.files.calls.count
        #expect(await store.flush() == .durable)
        #expect(await store.save("a", 1) == .durable)
        #expect(scratch.files.calls.count == calls, "the same value was written again")
        #expect(store.status.generations == 1)
    }

    @Test("a shutdown ends in time even if the disk hangs, and reports that the last changes may be lost")
    func hangingDisk() async throws {
        let (store, _) = scratch.load()
        let release = Mutex(false)
        scratch.files.fail { call in
            while call.name == "sync" && !release.withLock({ $0 }) { usleep(1000) }
            return nil
        }
        store.note("a", 1)
        let result = await store.close(within: .milliseconds(100))  // the disk hangs for ever
        #expect(result == .failed(reason: "the disk did not answer in time; the last changes may be lost"))
        #expect(await store.save("a", 2) == .failed(reason: "faderd is stopping"))
        release.withLock { $0 = true }
    }

    @Test("closing saves what is unsaved")
    func close() async throws {
        let (store, _) = scratch.load()
        store.note("a", 7)
        #expect(await store.close(within: .seconds(30)) == .durable)
        #expect(scratch.reloaded() == ["a": 7])
    }

    @Test("values of parameters that are no longer used are kept")
    func unconfigured() async throws {
        try scratch.write("{\"version\": 1, \"parameters\": {\"gone\": {\"value\": 5}}, \"snapshots\": {\"s\": {\"gone\": 1.50}}}")
        let (store, report) = scratch.load()
        #expect(report.values == ["gone": 5])
        #expect(await store.save("a", 1) == .durable)
        #expect(scratch.reloaded() == ["a": 1, "gone": 5])
        #expect(try scratch.text().contains("\"s\": { \"gone\": 1.50 }"))
    }

    @Test("the saving thread does not wake while nothing changes")
    func wakeups() async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        // When the thread checks again after the answer, it gets the same result: to sleep without a limit.
        guard case .sleep(atMost: nil) = store.saver.state.withLock({ $0.next(at: .now) }) else {
            return #expect(Bool(false), "it will wake")
        }
        try await Task.sleep(for: .milliseconds(100))
        let calls = scratch.files.calls.count
        let passes = store.saver.state.withLock { $0.passes }
        try await Task.sleep(for: .milliseconds(300))
        #expect(store.saver.state.withLock { $0.passes } == passes)
        #expect(scratch.files.calls.count == calls)
    }

    @Test("with a symbolic link its target is saved, and the link stays")
    func symbolicLink() async throws {
        try FileManager.default.createDirectory(atPath: scratch.directory + "/real", withIntermediateDirectories: false)
        try scratch.write("{\"version\": 1, \"parameters\": {}}", "real/s.json")
        #expect(unsafe symlink("real/s.json", scratch.path) == 0)
        let (store, _) = scratch.load()
        #expect(await store.save("a", 1) == .durable)
        #expect(try scratch.names == ["real", "state.json"])
        #expect(try scratch.text("real/s.json").contains("1.0"))
        #expect(scratch.reloaded() == ["a": 1])
    }
}
