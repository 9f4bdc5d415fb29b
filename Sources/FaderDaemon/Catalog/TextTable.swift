internal import FaderValues
internal import Synchronization

/// The texts of `text` parameters. The console holds a number in place of each text. Safe to use from anywhere.
final class TextTable: Sendable {
    /// How many texts are kept besides those in use.
    static let kept = 4096
    private let state = Mutex(TextNumbers(limit: kept))

    /// The number that stands for a text; 0 is the empty text.
    func number(of text: String) -> Double { state.withLock { $0.number(of: text) } }

    /// The text that a number stands for; empty if it was forgotten.
    func text(of number: Double) -> String { state.withLock { $0.text(of: number) } }

    func use(_ number: Double, for id: String) { state.withLock { $0.use(number, for: id) } }

    func drop(_ id: String) { state.withLock { $0.drop(id) } }
}
