internal import Synchronization

/// The texts of `text` parameters, each behind a number that the console can hold in its place. Safe to use from anywhere.
///
/// A number stands for the same text for ever. Of all that were ever given the newest are kept, and those that are in use: far more than can
/// be on their way at once.
final class TextTable: Sendable {
    private struct State {
        var texts: [Double: String] = [:]
        var numbers: [String: Double] = [:]
        /// Given so far, oldest first, from `first` on.
        var next = 1.0
        var oldest = 1.0
        /// What parameters stand at, by their ids.
        var current: [String: Double] = [:]
    }

    /// Texts kept besides those in use.
    static let kept = 4096
    private let state = Mutex(State())

    /// The number of a text: 0 is the empty one.
    func number(of text: String) -> Double {
        if text.isEmpty { return 0 }
        return state.withLock { state in
            if let known = state.numbers[text] { return known }
            let number = state.next
            state.next += 1
            state.texts[number] = text
            state.numbers[text] = number
            Self.forget(&state)
            return number
        }
    }

    /// The text of a number; empty for one that was forgotten.
    func text(of number: Double) -> String { state.withLock { $0.texts[number] ?? "" } }

    /// A parameter stands at this number now.
    func use(_ number: Double, for id: String) { state.withLock { $0.current[id] = number } }

    /// A parameter is gone.
    func drop(_ id: String) { state.withLock { _ = $0.current.removeValue(forKey: id) } }

    /// One a call: each new text takes the place of one that is old and not in use.
    private static func forget(_ state: inout State) {
        while state.next - state.oldest > Double(kept) {
            let number = state.oldest
            state.oldest += 1
            guard let text = state.texts[number] else { continue }
            if state.current.values.contains(number) { continue }
            state.texts[number] = nil
            state.numbers[text] = nil
        }
    }
}
