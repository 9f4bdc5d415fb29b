import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

/// Several clients write, undo and redo at the same time: changes are reported later than they happen, and a step is found from the
/// changes reported so far.
@Suite("history while others write")
struct HistoryRaceTests {
    /// A desk whose values are ahead of its history. `low` and `high` are a range whose ends stay 1 apart, `a` and `b` are independent.
    private final class Desk {
        struct Report {
            var id: String
            var before: Double
            var after: Double
            var number: UInt32
            var isUndo: Bool
        }

        var history = History()
        var values = ["a": 0.0, "b": 0, "low": 3, "high": 6]
        let initial: [String: Double]
        let isPushing: Bool
        var random: SeededGenerator
        private var ring: [Report] = []
        private var gesture: UInt32 = 1
        /// The step in progress: its number, and the values still to be set.
        private var stepInProgress: (number: UInt32, left: [String: Double])?
        private var isAnswering = false
        private var journeys: UInt32 = 1000
        /// The number of entries recorded for side effects of undo and redo.
        var besides: Int { history.entries.count { $0.origin == .undo } }

        init(seed: UInt64, isPushing: Bool) {
            random = SeededGenerator(seed: seed)
            self.isPushing = isPushing
            initial = values
        }

        func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

        private func change(_ id: String, to value: Double, _ number: UInt32, isUndo: Bool) {
            guard let before = values[id], before != value else { return }
            values[id] = value
            ring.append(Report(id: id, before: before, after: value, number: number, isUndo: isUndo))
        }

        private func partner(_ id: String) -> String? { ["low": "high", "high": "low"][id] }

        private func fits(_ id: String, _ value: Double, _ other: Double) -> Bool {
            id == "low" ? value + 1 <= other : other + 1 <= value
        }

        /// Sets a value as the console does: an end of a range pushes the other, or stops at it.
        func set(_ id: String, to wanted: Double, _ number: UInt32, isUndo: Bool = false) {
            guard let other = partner(id), let there = values[other], let here = values[id], !fits(id, wanted, there) else {
                return change(id, to: wanted, number, isUndo: isUndo)
            }
            let away = id == "low" ? 1.0 : -1
            guard isPushing else {
                let nearest = there - away
                return change(id, to: id == "low" ? max(nearest, here) : min(nearest, here), number, isUndo: isUndo)
            }
            change(other, to: wanted + away, number, isUndo: isUndo)
            change(id, to: wanted, number, isUndo: isUndo)
        }

        private func setBoth(_ low: Double, _ high: Double, _ number: UInt32) {
            change("low", to: low, number, isUndo: true)
            change("high", to: high, number, isUndo: true)
        }

        func write() {
            if chance(2) { gesture += 1 }
            let id = ["a", "b", "low", "high"].randomElement(using: &random) ?? "a"
            set(id, to: Double(Int.random(in: 0...9, using: &random)), chance(4) ? max(1, gesture - 1) : gesture)
        }

        /// Reports one change to the history.
        func tell() {
            guard !ring.isEmpty else { return }
            let report = ring.removeFirst()
            guard !report.id.isEmpty else { return }
            let (before, after) = (Value.number(report.before), Value.number(report.after))
            if report.isUndo {
                history.follow(report.id, before: before, after: after, change: ChangeNumber(report.number), time: 0) { $0.value }
            } else {
                history.record(report.id, before: before, after: after, origin: .hand, change: ChangeNumber(report.number), time: 0)
            }
        }

        /// The values according to the changes reported so far.
        private var told: [String: Double] {
            ring.reversed().reduce(into: values) { if !$1.id.isEmpty { $0[$1.id] = $1.before } }
        }

        private var scene: HistoryScene {
            let known = told
            return HistoryScene(
                current: { known[$0].map { .number($0) } }, partner: { ["low": "high", "high": "low"][$0] },
                fits: { id, value, other in
                    guard case .number(let here) = value, case .number(let there) = other else { return false }
                    return id == "low" ? here + 1 <= there : there + 1 <= here
                })
        }

        /// Begins an undo or redo. False if there is nothing to do, or one is in progress.
        @discardableResult
        func begin(_ direction: HistoryStep.Direction, ids: Set<String>? = nil, _ reach: HistoryStep.Reach = .entries(1)) -> Bool {
            guard stepInProgress == nil else { return false }
            guard let step = direction == .undo ? history.undo(ids: ids, reach, in: scene) : history.redo(ids: ids, reach, in: scene) else {
                return false
            }
            journeys += 1
            history.begin(step, change: ChangeNumber(journeys))
            stepInProgress = (journeys, step.values.compactMapValues { if case .number(let number) = $0.value { number } else { nil } })
            return true
        }

        /// Sets one value of the step, or ends it once everything is reported.
        func goOn() {
            guard let (number, left) = stepInProgress else { return }
            if let low = left["low"], let high = left["high"] {
                setBoth(low, high, number)
                stepInProgress?.left["low"] = nil
                stepInProgress?.left["high"] = nil
            } else if let id = left.keys.sorted().first, let value = left[id] {
                set(id, to: value, number, isUndo: true)
                stepInProgress?.left[id] = nil
            } else if !isAnswering {
                // The answer comes after everything that happened before it.
                isAnswering = true
                ring.append(Report(id: "", before: 0, after: 0, number: number, isUndo: true))
            } else if !ring.contains(where: \.id.isEmpty) {
                isAnswering = false
                let scene = scene
                history.finish(ChangeNumber(number)) { scene.isThere($0, $1) }
                stepInProgress = nil
            }
        }

        func act() {
            let ids: Set<String>? = chance(2) ? nil : [["a"], ["low"], ["high"], ["low", "high"]].randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: write()
            case 3: begin(.undo, ids: ids, chance(3) ? .entries(3) : .entries(1))
            case 4: begin(.redo, ids: ids, chance(3) ? .entries(3) : .entries(1))
            case 5...6: goOn()
            default: tell()
            }
        }

        /// Continues until everything is reported and no step is in progress.
        func settle() {
            while stepInProgress != nil || !ring.isEmpty {
                tell()
                goOn()
            }
        }

        /// Undoes or redoes until there is nothing left, and returns how often.
        func all(_ direction: HistoryStep.Direction) -> Int {
            var count = 0
            while begin(direction), count < 1000 {
                settle()
                count += 1
            }
            return count
        }

        /// Expects each change of a parameter to begin where the one before ended, and the newest to end at the parameter's value.
        func expectChain() {
            for (id, now) in values {
                let changes = history.entries.compactMap { $0.changes.first { $0.id == id } }.filter { !$0.isUndone }
                #expect(changes.first.map { $0.before == .number(initial[id] ?? 0) } ?? (now == initial[id]))
                #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.after == $1.before }, "the chain of \(id) is broken")
                #expect(changes.last.map { $0.after == .number(now) } ?? true, "\(id) does not end where it is")
            }
        }
    }

    @Test("undoing everything leads to the first values, in any order of writes", arguments: 1...80)
    func everything(seed: UInt64) {
        let desk = Desk(seed: seed, isPushing: seed.isMultiple(of: 2))
        for _ in 0..<Int.random(in: 10...400, using: &desk.random) { desk.act() }
        desk.settle()
        desk.expectChain()
        let last = desk.values
        let before = desk.besides
        #expect(desk.all(.redo) < 1000)
        desk.expectChain()
        let redone = desk.values
        #expect(desk.all(.undo) < 1000)
        #expect(desk.values == desk.initial, "from \(last)")
        desk.expectChain()
        guard desk.besides == before else { return }
        #expect(desk.all(.redo) < 1000)
        #expect(desk.values == redone)
    }
}
