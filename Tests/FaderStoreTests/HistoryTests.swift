import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

@Suite("the history of changes")
final class HistoryTests {
    var history = History()

    /// Records a change of a parameter by hand.
    func record(_ id: String, _ before: Double, _ after: Double, change number: ChangeNumber = .none, time: Double = 0) {
        history.record(id, before: .number(before), after: .number(after), origin: .hand, change: number, time: time)
    }

    /// The entries as `1 a 0→1; 2 a 1→2*`, with a star for undone changes.
    var text: String {
        history.entries.map { entry in
            let changes = entry.changes.map { change in
                "\(change.id) \(Self.text(change.before))→\(Self.text(change.after))\(change.isUndone ? "*" : "")"
            }
            return "\(entry.number) " + changes.joined(separator: " ")
        }.joined(separator: "; ")
    }

    static func text(_ value: Value) -> String {
        if case .number(let number) = value { "\(Int(number))" } else { "\(value)" }
    }

    /// Sets the values of a step and reports them; nil if there is no step.
    func commit(_ step: HistoryStep?) -> [String: Value]? {
        guard let step else { return nil }
        history.begin(step, change: 1)
        tell(step)
        finish()
        return step.values.mapValues(\.value)
    }

    /// Reports that the values of a step were set.
    private func tell(_ step: HistoryStep) {
        for (id, value) in step.values.sorted(by: { $0.key < $1.key }) { follow(id, now(id) ?? value.value, value.value) }
    }

    private func follow(_ id: String, _ before: Value, _ after: Value) {
        history.follow(id, before: before, after: after, change: 1, time: 0) { $0.value }
    }

    private func finish() {
        let ids = Set(history.entries.flatMap { $0.changes.map(\.id) })
        let values = Dictionary(uniqueKeysWithValues: ids.map { ($0, now($0)) })
        history.finish(1) { values[$0] == $1.value }
    }

    /// The value of a parameter according to its history.
    private func now(_ id: String) -> Value? {
        for entry in history.entries.reversed() {
            if let change = entry.changes.first(where: { $0.id == id }), !change.isUndone { return change.after }
        }
        return nil
    }

    @Test("a single change is an entry, and one without effect is not")
    func single() throws {
        record("a", 0, 1, time: 5)
        record("a", 1, 1)
        record("b", 0, 2)
        #expect(text == "1 a 0→1; 2 b 0→2")
        let entry = try #require(history.entry(1))
        #expect(entry.time == 5 && entry.origin == .hand && !entry.isUndone)
        #expect(history.entry(3) == nil)
    }

    @Test("a gesture is one entry: the first value before and the last one after, at the time it began")
    func gesture() {
        for step in 0..<50 { record("a", Double(step), Double(step + 1), change: 7, time: Double(step)) }
        record("a", 50, 60, change: 8)
        #expect(text == "1 a 0→50; 2 a 50→60")
        #expect(history.entry(1)?.time == 0)
    }

    @Test("an entry is joined only while it is among the newest")
    func old() {
        record("a", 0, 1, change: 7)
        for index in 1..<History.openLimit { record("x.\(index)", 0, 1) }
        record("a", 1, 2, change: 7)
        #expect(history.entries.count == History.openLimit)
        record("y", 0, 1)
        record("a", 2, 3, change: 7)
        #expect(history.entries.count == History.openLimit + 2)
        #expect(history.entries.last?.changes == [HistoryChange(id: "a", before: .number(2), after: .number(3))])
    }

    @Test("a step that is not set changes nothing, and one that is set twice counts once")
    func uncommitted() throws {
        record("a", 0, 1)
        record("a", 1, 2)
        let step = try #require(history.undo())
        #expect(step == history.undo())
        #expect(text == "1 a 0→1; 2 a 1→2")
        #expect(commit(step) == commit(step))
        #expect(text == "1 a 0→1; 2 a 1→2*")
        #expect(history.undo()?.numbers == [1])
    }

    @Test("changes that cannot be set, such as those of a removed parameter, are skipped")
    func unknown() {
        func passing(_ isWanted: @escaping (String, KeptValue) -> Bool) -> HistoryScene {
            HistoryScene(make: { isWanted($0, $1) ? $1.value : nil })
        }
        record("a", 0, 1)
        record("gone", 0, 1)
        record("a", 1, 2)
        #expect(history.undo(in: passing { id, _ in id != "gone" })?.values == ["a": .number(1)])
        #expect(history.undo(in: passing { id, value in id != "gone" && value != .number(1) })?.values == ["a": .number(0)])
        #expect(commit(history.undo(ids: ["gone"])) != nil)
        #expect(history.redo(in: passing { id, _ in id != "gone" }) == nil)
        #expect(history.redo(in: passing { _, value in value == .number(1) })?.values == ["gone": .number(1)])
    }

    @Test("an entry whose undo would no longer change anything is undone together with the one before it")
    func silent() {
        record("a", 0, 5)
        record("a", 5, 9)
        record("a", 9, 8)
        // The range now ends at 5.
        let scene = HistoryScene(
            make: { _, value in if case .number(let number) = value.value { .number(min(number, 5)) } else { value.value } },
            current: { _ in .number(5) })
        #expect(commit(history.undo(in: scene)) == ["a": .number(0)])
        #expect(text == "1 a 0→5*; 2 a 5→9*; 3 a 9→8*")
    }

    @Test("other parameters moved by a step are recorded as such")
    func besides() throws {
        record("a", 0, 1)
        let step = try #require(history.undo())
        history.begin(step, change: 1)
        follow("a", .number(1), .number(0))
        follow("x", .number(3), .number(4))
        finish()
        #expect(text == "1 a 0→1*; 2 x 3→4")
    }

    @Test("parameters that were not set stay as they were")
    func refused() throws {
        for id in ["a", "b"] { record(id, 0, 1, change: 7) }
        history.begin(try #require(history.undo()), change: 1)
        follow("a", .number(1), .number(0))
        history.finish(1, except: ["b"]) { _, _ in true }
        #expect(text == "1 a 0→1* b 0→1")
        history.begin(try #require(history.redo()), change: 1)
        history.finish(1, except: ["a"]) { _, _ in true }
        #expect(text == "1 a 0→1* b 0→1")
    }

    // MARK: Ranges

    /// A scene in which `low` and `high` are a range whose ends stay 1 apart.
    private var range: HistoryScene {
        HistoryScene(
            current: { self.now($0) ?? .number($0 == "low" ? 1 : 9) },
            partner: { ["low": "high", "high": "low"][$0] },
            fits: { id, value, other in
                guard case .number(let here) = value, case .number(let there) = other else { return true }
                return id == "low" ? here < there : there < here
            })
    }

    @Test("undo of an end that was moved by a push also undoes the other end, and redo restores both")
    func pushed() {
        record("low", 1, 95, change: 7)
        record("high", 9, 96, change: 7)
        #expect(commit(history.undo(ids: ["high"], in: range)) == ["low": .number(1), "high": .number(9)])
        #expect(text == "1 high 9→96* low 1→95*")
        #expect(commit(history.redo(ids: ["high"], in: range)) == ["low": .number(95), "high": .number(96)])
        #expect(commit(history.undo(ids: ["low"], in: range)) == ["low": .number(1)])
        #expect(text == "1 high 9→96 low 1→95*")
    }

    @Test("undo of an end undoes as many changes of the other end as are in its way, and no more")
    func inTheWay() {
        record("low", 1, 8)
        record("low", 8, 2)
        record("high", 9, 7)
        record("high", 7, 5)
        record("high", 5, 6)
        #expect(commit(history.undo(ids: ["low"], in: range)) == ["low": .number(8), "high": .number(9)])
        #expect(text == "1 low 1→8; 2 low 8→2*; 3 high 9→7*; 4 high 7→5*; 5 high 5→6*")
        #expect(commit(history.redo(ids: ["low"], in: range)) == ["low": .number(2), "high": .number(6)])
    }

    @Test("if no change of the other end can be undone, the end is set as far as possible, once")
    func crowded() throws {
        record("low", 9, 1)
        let step = try #require(history.undo(in: range))
        history.begin(step, change: 1)
        follow("low", .number(1), .number(8))
        follow("high", .number(9), .number(10))
        finish()
        #expect(text == "1 low 9→1*")
    }
}
