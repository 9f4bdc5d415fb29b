internal import FaderModel
internal import Synchronization

/// The names that writers gave themselves in the header `Fader-By`, by the numbers of their changes. Safe to use from anywhere.
///
/// The console knows only numbers. A change is reported within milliseconds, so the newest numbers are enough for the history; `explain`
/// names the writers of those changes whose numbers are still here.
final class Writers: Sendable {
    /// How many are kept: the oldest goes first.
    static let most = 4096

    private struct State {
        var names: [ChangeNumber: String] = [:]
        /// The numbers, as a ring once there are `most`.
        var numbers: [ChangeNumber] = []
        var oldest = 0
    }

    private let state = Mutex(State())

    /// Notes who makes a change; nil: somebody without a name.
    func note(_ name: String?, of change: ChangeNumber) {
        guard let name else { return }
        state.withLock { state in
            guard state.names.updateValue(name, forKey: change) == nil else { return }
            guard state.numbers.count == Self.most else { return state.numbers.append(change) }
            state.names[state.numbers[state.oldest]] = nil
            state.numbers[state.oldest] = change
            state.oldest = (state.oldest + 1) % Self.most
        }
    }

    /// The name of whoever made a change; nil if it is not known.
    subscript(change: ChangeNumber) -> String? { state.withLock { $0.names[change] } }
}
