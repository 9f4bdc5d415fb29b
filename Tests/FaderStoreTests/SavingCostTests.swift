import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

@Suite("the cost of saving with a thousand parameters and a full history")
struct SavingCostTests {
    private func id(_ index: Int) -> String { "group.\(index % 10).parameter.\(index)" }

    /// 1,000 values, and 200 entries of ten changes each.
    private func full() -> UnsavedChanges {
        var changes = UnsavedChanges(history: History())
        for index in 0..<1000 { changes.values[id(index)] = .number(Double(index) / 7) }
        for number in UInt32(1)...200 {
            for index in 0..<10 {
                changes.history?.record(
                    id(Int(number) * 5 % 990 + index), before: .number(-Double(number)), after: .number(Double(index) / 7), origin: .touch,
                    change: ChangeNumber(number), time: 1_770_091_445)
            }
        }
        return changes
    }

    /// A second of motion: ten faders of one gesture.
    private func move(_ changes: inout UnsavedChanges, round: Int) {
        for index in 0..<10 {
            let after = Value.number(Double(round) + 0.25)
            changes.history?.record(id(index), before: .number(-1), after: after, origin: .touch, change: ChangeNumber(1000), time: 0)
            changes.values[id(index)] = KeptValue(after)
        }
    }

    @Test("a save takes a few milliseconds, a load slightly more")
    func time() throws {
        var document = StateDocument()
        var changes = full()
        #expect(changes.history?.entries.count == History.entryLimit)
        #expect(changes.history?.entries.flatMap(\.changes).count == History.changeLimit)
        var isNew = document.take(changes)
        var bytes: [UInt8] = []
        let clock = SuspendingClock()
        let saves = (0..<3).map { round in
            move(&changes, round: round)
            return clock.measure {
                isNew = document.take(changes)
                bytes = document.render()
            }
        }
        #expect(isNew)
        var loaded = StateDocument()
        let loads = try (0..<3).map { _ in try clock.measure { loaded = try StateDocument(parsing: bytes, path: "") } }
        #expect(loaded.values.count == 1000)
        #expect(loaded.history.entries.count == changes.history?.entries.count)
        let (save, load) = (saves.min() ?? .zero, loads.min() ?? .zero)
        print("1,000 parameters and a full history: a save \(save) before the disk, \(bytes.count) bytes, a load \(load)")
    }

    @Test("a change during motion is recorded within a few microseconds, even with many gestures at once")
    func recording() {
        var history = History()
        let took = SuspendingClock().measure {
            for step in 0..<100 {
                for fader in 0..<100 {
                    history.record(
                        id(fader), before: .number(Double(step)), after: .number(Double(step + 1)), origin: .touch,
                        change: ChangeNumber(UInt32(fader % 50 + 1)),
                        time: 0)
                }
            }
        }
        #expect(history.entries.count == 50)
        print("a recorded change: \(took / 10_000)")
    }
}
