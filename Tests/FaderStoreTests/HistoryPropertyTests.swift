import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

@Suite("the history under random actions")
struct HistoryPropertyTests {
    /// Parameters with their values, changed by hand, undone and redone at random; each step is checked against the values.
    private final class Desk {
        var history = History()
        var values: [String: Value]
        let initial: [String: Value]
        var random: SeededGenerator
        private var gesture: UInt32 = 1
        private static let travel = ChangeNumber(.max)

        init(seed: UInt64, parameters: Int) {
            random = SeededGenerator(seed: seed)
            initial = Dictionary(uniqueKeysWithValues: (0..<parameters).map { ("p.\($0)", Value.number(0)) })
            values = initial
        }

        func pick() -> String { "p.\(Int.random(in: 0..<values.count, using: &random))" }

        func change() {
            if Int.random(in: 0..<3, using: &random) == 0 { gesture += 1 }
            // Sometimes an old gesture continues.
            let gesture = Int.random(in: 0..<5, using: &random) == 0 ? UInt32.random(in: 0...gesture, using: &random) : gesture
            let id = pick()
            let after = Value.number(Double(Int.random(in: 0..<4, using: &random)))
            let before = values[id] ?? .number(0)
            history.record(id, before: before, after: after, origin: .hand, change: ChangeNumber(gesture), time: 0)
            values[id] = after
        }

        /// Sets the values of a step and checks it. False if there is no step.
        func take(_ step: HistoryStep?) -> Bool {
            guard let step, let number = step.numbers.first, let entry = history.entry(number) else { return false }
            #expect(step.numbers.count == 1)
            history.begin(step, change: Self.travel)
            for change in entry.changes {
                guard let value = step.values[change.id]?.value else { continue }
                let (from, to) = step.direction == .undo ? (change.after, change.before) : (change.before, change.after)
                #expect(value == to)
                #expect(values[change.id] == from, "entry \(number) does not begin where \(change.id) is")
                values[change.id] = value
                history.follow(change.id, before: from, after: value, change: Self.travel, time: 0) { $0.value }
            }
            history.finish(Self.travel) { values[$0] == $1.value }
            return true
        }

        func act() {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = take(history.undo())
            case 1: _ = take(history.redo())
            case 2: _ = take(history.undo(ids: [pick(), pick()]))
            case 3: _ = take(history.redo(ids: [pick(), pick()]))
            case 4: history = Bool.random(using: &random) ? History(history.entries) : history
            default: change()
            }
        }
    }

    @Test("undoing everything leads to the first values, redoing everything back to the last", arguments: 1...30)
    func everything(seed: UInt64) {
        let desk = Desk(seed: seed, parameters: seed.isMultiple(of: 2) ? 3 : 12)
        for _ in 0..<Int.random(in: 1...180, using: &desk.random) { desk.act() }
        while desk.take(desk.history.redo()) {}
        let last = desk.values
        var undone = 0
        while desk.take(desk.history.undo()) { undone += 1 }
        #expect(desk.values == desk.initial)
        #expect(desk.history.entries.allSatisfy { $0.isUndone })
        while desk.take(desk.history.redo()) { undone -= 1 }
        #expect(desk.values == last)
        #expect(undone <= 0, "an undo of several parts may be several redos, never fewer")
        #expect(desk.history.entries.allSatisfy { $0.changes.allSatisfy { !$0.isUndone } })
    }

    @Test("undo and redo of a parameter are inverse", arguments: 1...20)
    func reverse(seed: UInt64) {
        let desk = Desk(seed: seed, parameters: 5)
        for _ in 0..<120 { desk.act() }
        for id in desk.initial.keys.sorted() {
            let before = (desk.values, desk.history.entries.map { [$0.number: $0.changes.map(\.isUndone)] })
            guard desk.take(desk.history.undo(ids: [id])) else { continue }
            #expect(desk.take(desk.history.redo(ids: [id])))
            #expect(desk.values == before.0)
            #expect(desk.history.entries.map { [$0.number: $0.changes.map(\.isUndone)] } == before.1)
        }
    }

    @Test("no entry is empty, no change leads nowhere, and numbers rise", arguments: 1...20)
    func shape(seed: UInt64) {
        let desk = Desk(seed: seed, parameters: 4)
        for _ in 0..<300 {
            desk.act()
            let entries = desk.history.entries
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.number < $1.number })
            #expect(entries.allSatisfy { !$0.changes.isEmpty && $0.changes.allSatisfy { $0.before != $0.after } })
        }
    }

    @Test("it can be restored from its entries", arguments: 1...20)
    func again(seed: UInt64) {
        let desk = Desk(seed: seed, parameters: 6)
        for _ in 0..<400 { desk.act() }
        let again = History(desk.history.entries)
        #expect(again.entries == desk.history.entries)
        #expect(again.undo() == desk.history.undo())
        #expect(again.redo() == desk.history.redo())
    }

    @Test("it holds at most 200 entries and 2,000 changes, and the oldest are dropped first")
    func limits() {
        var history = History()
        for index in 0..<1000 {
            history.record("p", before: .number(Double(index)), after: .number(Double(index + 1)), origin: .hand, time: 0)
        }
        #expect(history.entries.map(\.number) == Array(801...1000))
        for number in UInt32(1)...30 {
            for index in 0..<150 {
                history.record(
                    "q.\(index)", before: .number(Double(number)), after: .number(Double(number + 1)), origin: .recall,
                    change: ChangeNumber(number), time: 0)
            }
            #expect(history.entries.count <= History.entryLimit)
            #expect(history.entries.map(\.changes.count).reduce(0, +) <= History.changeLimit)
        }
        #expect(history.entries.map(\.changes.count) == Array(repeating: 150, count: 13))
        #expect(history.entries.last?.number == 1030)
    }

    @Test("one entry alone may be larger: a recall of everything can be undone")
    func large() {
        var history = History()
        history.record("old", before: .number(0), after: .number(1), origin: .hand, time: 0)
        for index in 0..<5000 {
            history.record("q.\(index)", before: .flag(false), after: .flag(true), origin: .recall, change: 1, time: 0)
        }
        #expect(history.entries.map(\.changes.count) == [5000])
        #expect(history.undo()?.values.count == 5000)
        history.record("new", before: .number(0), after: .number(1), origin: .hand, time: 0)
        #expect(history.entries.map(\.changes.count) == [1])
    }

    @Test("long texts are kept up to a mebibyte")
    func words() {
        var history = History()
        let long = String(repeating: "ä", count: 50_000)
        for index in 0..<40 {
            history.record("t", before: .word(long + "\(index)"), after: .word(long + "\(index + 1)"), origin: .text, time: 0)
        }
        #expect(history.entries.count == 5)
        #expect(history.entries.last?.number == 40)
    }

    @Test("entries of an earlier process are not trusted: contradictions are left out, and limits apply")
    func untrusted() {
        func change(_ id: String, undone: UInt64? = nil) -> HistoryChange {
            HistoryChange(id: id, before: .number(0), after: .number(1), undone: undone)
        }
        func entry(_ number: UInt64, _ changes: HistoryChange...) -> HistoryEntry {
            HistoryEntry(number: number, time: 0, origin: .api, changes: changes)
        }
        let history = History([
            entry(0, change("zero")), entry(5, change("a", undone: 3), change("b"), change("b")), entry(4, change("late")),
            entry(5, change("twice")), entry(6), entry(7, change("a")), entry(.max, change("c")), entry(3, change("d")),
            entry(8, change("e", undone: .max), change("f", undone: 1)),
        ])
        #expect(history.entries == [entry(5, change("b")), entry(7, change("a")), entry(8, change("f", undone: 1))])
        let many = History((1...5000).map { entry(UInt64($0), change("a")) })
        #expect(many.entries.map(\.number) == Array(4801...5000))
    }
}
