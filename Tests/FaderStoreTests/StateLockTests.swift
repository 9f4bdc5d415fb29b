import FaderValues
import FoundationEssentials
import Glibc
import Testing

@testable import FaderStore

@Suite("the lock beside the state")
struct StateLockTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("a second daemon on the same state is refused with a message, and the first keeps its lock")
    func second() throws {
        let first = try StateLock(beside: scratch.path)
        #expect(first.warning == nil)
        for _ in 1...2 {
            #expect(throws: StateError.locked(path: scratch.path, holder: getpid())) { try StateLock(beside: scratch.path) }
        }
        #expect(
            "\(StateError.locked(path: "/s", holder: 7))"
                == "another faderd (process 7) already keeps its state in /s: stop it, or start this one with another --state FILE")
        withExtendedLifetime(first) {}
    }

    @Test("a lock that was not possible at the start is taken before the first save")
    func late() async throws {
        #expect(unsafe symlink("nowhere", scratch.path + ".lock") == 0)
        let lock = try StateLock(beside: scratch.path)
        #expect(!lock.isHeld && lock.warning != nil)
        let store = StateStore.load(path: scratch.path, lock: lock) { _ in }.store
        #expect(await store.save("a", 1) == .durable)
        #expect(unsafe unlink(scratch.path + ".lock") == 0)
        #expect(await store.save("a", 2) == .durable)
        #expect(throws: StateError.locked(path: scratch.path, holder: getpid())) { try StateLock(beside: scratch.path) }
    }

    @Test("if another daemon has the lock by then, nothing is saved, and the reason says so")
    func tooLate() async throws {
        #expect(unsafe symlink("nowhere", scratch.path + ".lock") == 0)
        let store = StateStore.load(path: scratch.path, lock: try StateLock(beside: scratch.path)) { _ in }.store
        #expect(unsafe unlink(scratch.path + ".lock") == 0)
        let other = try StateLock(beside: scratch.path)
        try scratch.write("theirs")
        guard case .failed(let reason) = await store.save("a", 1) else { return #expect(Bool(false), "answered durable") }
        #expect(reason.contains("another faderd"))
        #expect(try scratch.text() == "theirs")
        withExtendedLifetime(other) {}
    }

    @Test("the lock is released when its holder ends")
    func released() throws {
        do {
            let first = try StateLock(beside: scratch.path)
            withExtendedLifetime(first) {}
        }
        #expect(try StateLock(beside: scratch.path).warning == nil)
    }

    @Test("two states in one directory do not block each other")
    func neighbors() throws {
        let first = try StateLock(beside: scratch.path)
        #expect(try StateLock(beside: scratch.directory + "/other.json").warning == nil)
        withExtendedLifetime(first) {}
    }

    @Test("another path to the same state is refused, too")
    func otherWay() throws {
        let first = try StateLock(beside: scratch.path)
        #expect(unsafe symlink(scratch.directory, scratch.directory + "/way") == 0)
        #expect(throws: StateError.self) { try StateLock(beside: scratch.directory + "/way/state.json") }
        withExtendedLifetime(first) {}
    }

    @Test("a missing directory is made; if no lock is possible, the daemon runs with a warning")
    func impossible() throws {
        #expect(try StateLock(beside: scratch.directory + "/new/state.json").warning == nil)
        // Not even root can make a file in /proc.
        let lock = try StateLock(beside: "/proc/faderd/state.json")
        #expect(lock.warning?.contains("a second faderd on the same state would not be noticed") == true)
    }

    @Test("loading and saving leave the lock alone")
    func untouched() async throws {
        let lock = try StateLock(beside: scratch.path)
        let (store, _) = scratch.load()
        for value in [1.0, 2] { #expect(await store.save("a", .number(value)) == .durable) }
        #expect(throws: StateError.self) { try StateLock(beside: scratch.path) }
        withExtendedLifetime(lock) {}
    }
}
