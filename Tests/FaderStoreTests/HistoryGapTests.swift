import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

/// Changes that undo and redo meet although the history has only a part of what happened.
extension HistoryTests {
    @Test("redo brings back what as many undos took back, even if one of them was of a change that altered nothing any more")
    func altersNothing() {
        record("q", 0, 5)
        record("p", 10, 80)
        // A reload clamped it to 10, which is no change of the history.
        record("p", 10, 50)
        var now: [String: Value] = ["p": .number(50), "q": .number(5)]
        func go(_ step: (History, HistoryScene) -> HistoryStep?) {
            let found = step(history, HistoryScene(current: { [now] in now[$0] }))
            commit(found).map { now.merge($0) { $1 } }
        }
        go { $0.undo(.entries(2), in: $1) }
        #expect(now == ["p": .number(10), "q": .number(0)])
        go { $0.redo(.entries(2), in: $1) }
        #expect(now == ["p": .number(50), "q": .number(5)])
    }
}
