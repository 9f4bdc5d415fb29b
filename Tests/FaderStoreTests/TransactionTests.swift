import FaderDisks
import FaderTesting
import FaderValues
import FoundationEssentials
import Synchronization
import Testing

@testable import FaderStore

@Suite("changes that belong together")
struct TransactionTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("are saved in one step after the last one, even if a client waits meanwhile")
    func oneStep() async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("a", 0) == .durable)
        let other = Mutex<Task<Durability, Never>?>(nil)
        await store.together {
            store.note("a", 1)
            other.withLock { $0 = Task { await store.save("other", 5) } }
            #expect(await eventually { store.saver.state.withLock { $0.waiting } == 1 })
            // However late it is, nothing is due before the end.
            guard case .sleep(atMost: nil) = store.saver.state.withLock({ $0.next(at: .now + .seconds(3600)) }) else {
                return #expect(Bool(false), "a save is due")
            }
            #expect(scratch.reloaded() == ["a": 0])
            store.note("b", 2)
        }
        #expect(await other.withLock { $0 }?.value == .durable)
        #expect(scratch.reloaded() == ["a": 1, "b": 2, "other": 5])
        #expect(store.status.generations == 2)
    }

    @Test("may overlap: the save comes after the last of them; an error ends its own")
    func overlapping() async throws {
        struct Refused: Error {}
        let (store, _) = scratch.load()
        await store.together {
            await #expect(throws: Refused.self) {
                try await store.together { () async throws(Refused) in
                    store.note("a", 1)
                    throw Refused()
                }
            }
            #expect(await store.flush(within: .milliseconds(50)) != .durable)
            store.note("b", 2)
        }
        #expect(await store.flush() == .durable)
        #expect(scratch.reloaded() == ["a": 1, "b": 2])
        #expect(store.status.generations == 1)
    }

    @Test("that are never finished are never saved, and do not delay the shutdown")
    func unfinished() async throws {
        let (store, _) = scratch.load()
        #expect(await store.save("a", 0) == .durable)
        await store.together {
            store.note("a", 1)
            #expect(await store.close(within: .milliseconds(50)) != .durable)
        }
        #expect(scratch.reloaded() == ["a": 0])
    }

    @Test("are saved all or none at a power loss at any moment: values, snapshots and history")
    func powerLoss() async throws {
        let path = "/var/lib/faderd/state.json"
        /// Saves a first state, then imports while another client sets a value. Returns the disk, and whether the save and the import were
        /// answered.
        func run(budget: Int?) async -> (disk: PowerLossFileSystem.Disk, isFirst: Bool, isImported: Bool) {
            let files = PowerLossFileSystem(budget: budget)
            let (store, _) = StateStore.load(path: path, files: files, today: { PowerLossTests.today }) { _ in }
            let first = await store.save("p.0", 0)
            let other = Task { await store.save("other", 1) }
            let imported = await store.together { () async -> Task<Durability, Never> in
                for index in 0..<4 {
                    store.record("p.\(index)", before: 0, after: .number(Double(index + 1)), origin: .api, change: .ofCaller(0), time: 0)
                    await Task.yield()
                }
                try? store.setSnapshot("verse", Snapshot(saved: 0, values: ["p.0": 1]))
                return Task { await store.flush() }
            }
            let answer = await imported.value
            _ = await other.value
            store.saver.stop()
            return (files.present, first == .durable, answer == .durable)
        }
        let whole = await run(budget: nil)
        #expect(whole.isImported)
        for budget in 0...whole.disk.operations {
            let (disk, isFirst, isImported) = await run(budget: budget)
            for after in disk.afterPowerLoss() {
                var file = StateFile(path: path, files: PowerLossFileSystem(after))
                let document = file.load(now: PowerLossTests.today).document
                let count = document.values.keys.count { $0.hasPrefix("p.") }
                let isThere = document.values["p.0"] == 1
                #expect(count == (isThere ? 4 : count == 0 && !isFirst ? 0 : 1), "\(document.values) after \(budget) operations")
                #expect(document.snapshots.snapshots.count == (isThere ? 1 : 0))
                #expect(document.history.entries.map(\.changes.count) == (isThere ? [4] : []))
                #expect(isThere || !isImported)
            }
        }
    }
}
