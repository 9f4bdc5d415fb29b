import FaderDisks
import FaderValues
import FoundationEssentials
import Testing

@testable import FaderStore

@Suite("after a power loss at any moment")
struct PowerLossTests {
    static let path = "/var/lib/faderd/state.json"
    static let saves = 3
    static let today = 1_735_787_045.0

    /// Saves generations 1… until power is lost. Returns the disk, the last generation answered as durable, and the last one tried.
    private func run(
        _ start: PowerLossFileSystem.Disk, budget: Int?, hasLinks: Bool, failingSyncs: Set<Int> = [],
        first: Int = 1, last: Int? = nil
    ) -> (disk: PowerLossFileSystem.Disk, answered: Int, tried: Int) {
        let files = PowerLossFileSystem(start, budget: budget, hasLinks: hasLinks, failingSyncs: failingSyncs)
        var file = StateFile(path: Self.path, files: files)
        var document = file.load(now: Self.today).document
        var answered = 0
        let last = last ?? first + Self.saves - 1
        for generation in first...last {
            _ = document.take(Self.changes(of: generation))
            do {
                _ = try file.save(document.render(), now: Self.today)
                answered = generation
            } catch {
                return (files.present, answered, generation)
            }
        }
        return (files.present, answered, last)
    }

    /// The changes of a generation: values of every kind, and a snapshot and a history entry for each generation so far.
    private static func changes(of generation: Int) -> UnsavedChanges {
        let number = KeptValue.number(Double(generation))
        var shelf = SnapshotShelf()
        var history = History()
        for earlier in 1...generation {
            let values: [String: KeptValue] = ["a": .number(Double(earlier))]
            // This cannot fail: there is room for a few.
            try? shelf.set(["take \(earlier)": SnapshotShelf.Entry(Snapshot(saved: 1, values: values), others: [:])])
            history.record("a", before: .number(Double(earlier - 1)), after: .number(Double(earlier)), origin: .touch, time: 2)
        }
        let values: [String: KeptValue] = [
            "a": number, "b.\(generation)": number, "name": .word("g\(generation)"), "odd": .flag(generation % 2 == 1),
        ]
        return UnsavedChanges(values: values, snapshots: shelf, history: history)
    }

    /// What a load finds, by the bytes of every name: most disks that a power loss may leave are equal.
    private final class Loads {
        var found: [[String: [UInt8]]: (generation: Int?, origin: LoadReport.Origin)] = [:]
    }

    private let loads = Loads()

    private func found(_ disk: PowerLossFileSystem.Disk, hasLinks: Bool) -> (generation: Int?, origin: LoadReport.Origin) {
        let bytes = disk.names.mapValues { disk.files[$0].bytes }
        if let known = loads.found[bytes] { return known }
        let found = load(disk, hasLinks: hasLinks)
        loads.found[bytes] = found
        return found
    }

    /// The generation that a load finds, which is checked to be whole; nil for a fresh start.
    private func load(_ disk: PowerLossFileSystem.Disk, hasLinks: Bool) -> (generation: Int?, origin: LoadReport.Origin) {
        var file = StateFile(path: Self.path, files: PowerLossFileSystem(disk, hasLinks: hasLinks))
        let loaded = file.load(now: Self.today)
        let document = loaded.document
        guard case .number(let number)? = document.values["a"]?.value else {
            #expect(document.values.isEmpty && document.snapshots.snapshots.isEmpty && document.history.entries.isEmpty)
            return (nil, loaded.origin)
        }
        let generation = Int(number)
        let whole = Self.changes(of: generation)
        var values = whole.values
        for earlier in 1...generation { values["b.\(earlier)"] = .number(Double(earlier)) }
        #expect(document.values == values)
        #expect(document.snapshots.snapshots == whole.snapshots?.snapshots)
        #expect(document.history.entries == whole.history?.entries)
        return (generation, loaded.origin)
    }

    /// The previous generation; 0 if there is none.
    private func previous(_ disk: PowerLossFileSystem.Disk) throws -> Int {
        guard let file = disk.names[Self.path + ".previous"] else { return 0 }
        let document = try StateDocument(parsing: disk.files[file].bytes, path: Self.path)
        guard case .number(let number)? = document.values["a"]?.value else { return -1 }
        return Int(number)
    }

    @Test("the state is one whole generation, at least the last answered one", arguments: [true, false])
    func everyPrefix(hasLinks: Bool) throws {
        let whole = run(PowerLossFileSystem.empty, budget: nil, hasLinks: hasLinks).disk
        let total = whole.operations
        #expect(total > 20)
        for budget in 0...total {
            let (disk, answered, tried) = run(PowerLossFileSystem.empty, budget: budget, hasLinks: hasLinks)
            for after in disk.afterPowerLoss() {
                let (generation, origin) = found(after, hasLinks: hasLinks)
                #expect(origin == (generation == nil ? .fresh : .present), "after \(budget) operations")
                #expect(
                    (answered...tried).contains(generation ?? 0), "\(generation ?? 0) of \(answered)…\(tried) after \(budget) operations")
                // If the present one were damaged, no more than that one would be lost.
                #expect(try previous(after) >= answered - 1, "after \(budget) operations")
            }
        }
    }

    @Test("saves after a damaged state do not lose the previous generation", arguments: [true, false])
    func damaged(hasLinks: Bool) throws {
        // Three generations, then the newest is cut: the second is the previous one.
        var start = run(PowerLossFileSystem.empty, budget: nil, hasLinks: hasLinks, last: 3).disk
        let present = try #require(start.names[Self.path])
        start.files[present].bytes.removeLast(30)
        start.files[present].durable = start.files[present].bytes
        start.operations = 0
        let total = run(start, budget: nil, hasLinks: hasLinks, first: 3).disk.operations
        for budget in 0...total {
            let (disk, answered, tried) = run(start, budget: budget, hasLinks: hasLinks, first: 3)
            for after in disk.afterPowerLoss() {
                let (generation, origin) = found(after, hasLinks: hasLinks)
                #expect(origin == .present || origin == .previous, "after \(budget) operations")
                #expect((max(2, answered)...tried).contains(generation ?? 0), "after \(budget) operations")
            }
        }
    }

    @Test("a failed fsync is answered by a new file and never by a second fsync", arguments: 1...3)
    func failedSync(number: Int) {
        let total = run(PowerLossFileSystem.empty, budget: nil, hasLinks: true, failingSyncs: [number]).disk.operations
        for budget in 0...total {
            let (disk, answered, tried) = run(PowerLossFileSystem.empty, budget: budget, hasLinks: true, failingSyncs: [number])
            #expect(disk.syncsAfterFailure == 0)
            for after in disk.afterPowerLoss() {
                let generation = found(after, hasLinks: true).generation ?? 0
                #expect((answered...tried).contains(generation), "after \(budget) operations")
            }
            if budget == total { #expect(answered == Self.saves) }
        }
    }

    @Test("failed fsyncs of the directory: what may still be the state or the previous generation is not written over")
    func failedDirectorySyncs() throws {
        let start = run(PowerLossFileSystem.empty, budget: nil, hasLinks: true, last: 3).disk
        let total = tries(start, budget: nil).disk.operations
        for budget in 0...total {
            let (disk, answered, tried) = tries(start, budget: budget)
            for after in disk.afterPowerLoss(matters: { !$0.contains(".tmp-") }) {
                let generation = found(after, hasLinks: true).generation ?? 0
                #expect((answered...tried).contains(generation), "after \(budget) operations")
                #expect(try previous(after) >= answered - 1, "after \(budget) operations")
            }
        }
    }

    /// Saves generations 4…7, and goes on after an error, as the daemon does. The second and the third time the directory can't be synced.
    private func tries(
        _ start: PowerLossFileSystem.Disk, budget: Int?
    ) -> (disk: PowerLossFileSystem.Disk, answered: Int, tried: Int) {
        var start = start
        start.operations = 0
        let files = PowerLossFileSystem(start, budget: budget, failingDirectorySyncs: [2, 3])
        var file = StateFile(path: Self.path, files: files)
        var document = file.load(now: Self.today).document
        var (answered, tried) = (3, 3)
        for generation in 4...7 {
            _ = document.take(Self.changes(of: generation))
            tried = generation
            do { _ = try file.save(document.render(), now: Self.today) } catch { continue }
            answered = generation
        }
        return (files.present, answered, tried)
    }
}
