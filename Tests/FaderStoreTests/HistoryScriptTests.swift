import FaderTesting
import FaderValues
import Testing

@testable import FaderStore

/// The scripts of `Tests/Scripts/history`.
extension HistoryTests {
    @Test("every script of Tests/Scripts/history comes out as it is written", arguments: try ScriptTest.all(in: "Scripts/history", on: nil))
    func everyScript(script: ScriptTest) {
        let failure = script.failure { lines in lines.split(separator: "\n").map { play(String($0)) }.joined(separator: "\n") }
        if let failure { Issue.record("\(failure)") }
    }

    /// Does what a line says, and returns it with its answer.
    private func play(_ line: String) -> String {
        let ask = line.firstRange(of: " > ").map { String(line[..<$0.lowerBound]) } ?? line
        var words = ask.split(separator: " ").map(String.init)
        switch words.removeFirst() {
        case "history": return answer(ask, text)
        case "undone": return answer(ask, history.entries.filter(\.isUndone).map { "\($0.number)" }.joined(separator: ", "))
        case "restart":
            history = History(history.entries)
            return ask
        case "undo", "redo":
            let reach = reach(&words)
            let ids = words.isEmpty ? nil : Set(words)
            let set = commit(ask.hasPrefix("undo") ? history.undo(ids: ids, reach) : history.redo(ids: ids, reach)) ?? [:]
            return answer(ask, set.sorted { $0.key < $1.key }.map { "\($0.key) \(Self.text($0.value))" }.joined(separator: ", "))
        case let first:
            let change = first.hasSuffix(":") ? UInt32(first.dropLast()).map { ChangeNumber($0) } : nil
            let id = change == nil ? first : words.removeFirst()
            let values = words[0].split(separator: "→").compactMap { Double($0) }
            record(id, values[0], values[1], change: change ?? .none)
            return ask
        }
    }

    /// `3` is three entries, `to 1` is up to entry 1; without either it is one entry.
    private func reach(_ words: inout [String]) -> HistoryStep.Reach {
        if words.first == "to" {
            words.removeFirst()
            return .to(UInt64(words.removeFirst()) ?? 0)
        }
        guard let count = words.first.flatMap({ Int($0) }) else { return .entries(1) }
        words.removeFirst()
        return .entries(count)
    }

    private func answer(_ ask: String, _ text: String) -> String { "\(ask) > \(text.isEmpty ? "nothing" : text)" }
}
