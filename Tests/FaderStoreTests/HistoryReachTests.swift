import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

@Suite("undo of one entry, of the last recall, and past what was changed with a key")
final class HistoryReachTests {
    private var history = History()
    private var values: [String: Double] = [:]
    private var count: UInt32 = 10

    /// Sets parameters as one change.
    private func set(_ wanted: [String: Double], by origin: ChangeOrigin = .hand, key: Bool = false) {
        count += 1
        for (id, value) in wanted {
            history.record(
                id, before: .number(values[id] ?? 0), after: .number(value), origin: origin, change: ChangeNumber(count), time: 0,
                isOfKey: key)
            values[id] = value
        }
    }

    /// The parameters as they are, of which `low` and `high` are the ends of a range.
    private var scene: HistoryScene {
        HistoryScene(
            current: { .number(self.values[$0] ?? 0) }, partner: { ["low": "high", "high": "low"][$0] },
            fits: { id, value, other in
                guard case .number(let here) = value, case .number(let there) = other else { return true }
                return id == "low" ? here < there : there < here
            })
    }

    /// Carries out a step and returns what it sets; nil if there is none.
    @discardableResult
    private func take(_ step: HistoryStep?) -> [String: Double]? {
        guard let step else { return nil }
        var set: [String: Double] = [:]
        history.begin(step, change: 1)
        for (id, value) in step.values.sorted(by: { $0.key < $1.key }) {
            guard case .number(let number) = value.value else { continue }
            history.follow(id, before: .number(values[id] ?? 0), after: value.value, change: 1, time: 0) { $0.value }
            (values[id], set[id]) = (number, number)
        }
        history.finish(1) { .number(self.values[$0] ?? 0) == $1.value }
        return set
    }

    private func undo(_ reach: HistoryStep.Reach) -> [String: Double]? { take(history.undo(reach, in: scene)) }

    /// Undoes the last recall.
    private func undoRecall() -> [String: Double]? { history.lastRecall(in: scene).flatMap { undo(.only($0)) } }

    @Test("entries with a key are passed over, one by one and together, and named ones are not")
    func keys() {
        set(["a": 1])
        set(["send": 5], key: true)
        set(["b": 1])
        set(["send": 6], key: true)
        #expect(undo(.entries(1, passingKeys: true)) == ["b": 0])
        #expect(undo(.entries(9, passingKeys: true)) == ["a": 0])
        #expect(undo(.entries(9, passingKeys: true)) == nil)
        #expect(values["send"] == 6)
        #expect(take(history.redo(.entries(9))) == ["a": 1, "b": 1])
        #expect(undo(.only(4)) == ["send": 5])
        #expect(undo(.entries(1)) == ["b": 0])
        #expect(undo(.to(0)) == ["a": 0, "send": 0])
    }

    @Test("what was changed with a key since stays, also where older entries changed it, and the rest of an entry goes back")
    func changedWithKey() {
        set(["send": 1])
        set(["send": 2, "a": 1])
        set(["send": 9], key: true)
        let step = history.undo(.entries(1, passingKeys: true), in: scene)
        #expect(history.unchanged(.entries(1, passingKeys: true), step, in: scene) == History.Unchanged(changed: ["send"]))
        #expect(take(step) == ["a": 0])
        #expect(undo(.entries(1, passingKeys: true)) == nil)
        #expect(history.unchanged(.entries(1, passingKeys: true), nil, in: scene) == History.Unchanged(changed: ["send"]))
        #expect(values == ["a": 0, "send": 9])
        // The one with the key undoes it; then nothing stands in the way.
        #expect(undo(.only(3)) == ["send": 2])
        #expect(undo(.entries(2, passingKeys: true)) == ["send": 0])
    }

    @Test("undo of an entry leaves what was changed since, by whomever; if that is everything, it finds nothing")
    func only() {
        set(["a": 1, "b": 1, "c": 1])
        set(["b": 2])
        set(["c": 3], key: true)
        let step = history.undo(.only(1), in: scene)
        #expect(history.unchanged(.only(1), step, in: scene) == History.Unchanged(changed: ["b", "c"]))
        #expect(take(step) == ["a": 0])
        #expect(undo(.only(1)) == nil)
        #expect(undo(.only(2)) == ["b": 1])
        #expect(undo(.only(1)) == ["b": 0])
        #expect(take(history.redo()) == ["b": 1])
    }

    @Test("the last recall is undone wherever it is in the history, then the one before it")
    func recalls() {
        set(["a": 1, "b": 1], by: .recall)
        set(["a": 2])
        set(["a": 3, "b": 3], by: .recall)
        set(["b": 4], key: true)
        set(["c": 1])
        #expect(undoRecall() == ["a": 2])
        // Of that recall, only what was changed since is left.
        #expect(history.lastRecall(in: scene) == 1)
        #expect(undoRecall() == nil)
        #expect(history.unchanged(.only(1), nil, in: scene) == History.Unchanged(changed: ["a", "b"]))
        #expect(undo(.entries(2, passingKeys: true)) == ["c": 0, "a": 1])
        #expect(undoRecall() == ["a": 0])
        #expect(undoRecall() == nil)
        #expect(values == ["a": 0, "b": 4, "c": 0])
    }

    @Test("a recall of which everything was changed since is still the last one, and an undone one is not")
    func overtaken() {
        set(["a": 1], by: .recall)
        set(["b": 1], by: .recall)
        set(["b": 2])
        #expect(history.lastRecall(in: scene) == 2)
        #expect(undoRecall() == nil)
        #expect(undo(.entries(1)) == ["b": 1])
        #expect(undoRecall() == ["b": 0])
        #expect(history.lastRecall(in: scene) == 1)
        #expect(undoRecall() == ["a": 0])
        #expect(history.lastRecall(in: scene) == nil)
    }

    @Test("an end of a range that has no room, because the other end was changed since, stays, and what is older is undone")
    func blocked() {
        set(["low": 10, "high": 90])
        set(["a": 1])
        set(["low": 60])
        set(["low": 5, "b": 1])
        set(["high": 40], key: true)
        let reach = HistoryStep.Reach.entries(1, passingKeys: true)
        let step = history.undo(reach, in: scene)
        #expect(history.unchanged(reach, step, in: scene) == History.Unchanged(blocked: ["low"]))
        #expect(take(step) == ["b": 0])
        #expect(undo(reach) == ["a": 0])
        #expect(undo(reach) == nil)
        #expect(history.unchanged(reach, nil, in: scene) == History.Unchanged(changed: ["high"], blocked: ["low"]))
        #expect(history.undo(.only(4), in: scene) == nil)
        #expect(values["low"] == 5 && values["high"] == 40)
    }

    @Test("an end of a range that has room goes back alone")
    func room() {
        set(["low": 10, "high": 90])
        set(["low": 20, "high": 50], by: .recall)
        set(["high": 60], key: true)
        #expect(undoRecall() == ["low": 10])
        #expect(values["high"] == 60)
    }

    @Test("at random, what a key has changed keeps its value, and undoing everything else leads to the first values", arguments: 1...20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // What a key has set and nobody has changed since.
        var ofKeys: [String: Double] = [:]
        var touchedByKeys: Set<String> = []
        for _ in 0..<150 {
            let ids = Set((0..<3).map { _ in "p.\(Int.random(in: 0..<8, using: &random))" }).sorted()
            let value = Double(Int.random(in: 1..<100, using: &random))
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let wanted = ["send": value, "p.\(Int.random(in: 0..<2, using: &random))": value]
                set(wanted, key: true)
                ofKeys.merge(wanted) { $1 }
                touchedByKeys.formUnion(wanted.keys)
            case 1...3: _ = undo(.entries(Int.random(in: 1...3, using: &random), passingKeys: true))
            case 4: take(history.redo(in: scene))
            case 5: _ = undoRecall()
            default:
                let origin: ChangeOrigin = Bool.random(using: &random) ? .recall : .hand
                set(Dictionary(uniqueKeysWithValues: ids.map { ($0, value) }), by: origin)
                for id in ids { ofKeys[id] = nil }
            }
            for (id, value) in ofKeys { #expect(values[id] == value, "\(id)") }
            if Bool.random(using: &random) { history = History(history.entries) }
        }
        while undo(.entries(1, passingKeys: true)) != nil {}
        for (id, value) in ofKeys { #expect(values[id] == value, "\(id)") }
        for (id, value) in values where !touchedByKeys.contains(id) { #expect(value == 0, "\(id)") }
    }
}
