internal import FaderJSON

/// An entity that is bound: its state, the targets on it, and the calls for it, one at a time. Owned by the event loop.
final class HomeAssistantEntity {
    typealias Answer = (Result<JSONValue, HomeAssistantFailure>) -> Void

    let id: String
    private(set) var targets: [HomeAssistantTarget] = []
    /// Whether a trigger presses it.
    var isPressed = false
    /// Its state; nil if it is not there, or nothing is known yet.
    private(set) var state: HomeAssistantState?
    /// Whether Home Assistant has told whether it has it.
    private(set) var isTold = false
    private var isCalling = false
    /// The calls that wait for the one on its way: at most one of each target, because the rules of a target wait for an answer, and those of presses.
    private var waiting: [(HomeAssistantCall, Answer)] = []

    init(_ id: String) { self.id = id }

    /// Whether nobody needs it any more.
    var isIdle: Bool { targets.isEmpty && !isPressed }

    func add(_ target: HomeAssistantTarget) { targets.append(target) }
    func remove(_ target: HomeAssistantTarget) { targets.removeAll { $0 === target } }

    /// Takes in its whole state; nil: it is not there.
    func take(_ state: HomeAssistantState?) {
        (self.state, isTold) = (state, true)
        tell()
    }

    /// Takes in a change.
    func change(_ told: JSONValue) {
        guard state != nil else { return }
        state?.change(told)
        tell()
    }

    /// The connection is gone.
    func lost() {
        (state, isTold) = (nil, false)
        for target in targets { target.update(isConnected: false) }
    }

    private func tell() { for target in targets { target.update(isConnected: true) } }

    /// Calls a service for it as soon as the one before is answered.
    ///
    /// - Parameter ask: asks Home Assistant.
    func call(_ call: HomeAssistantCall, by ask: @escaping (HomeAssistantCall, @escaping Answer) -> Void, _ answer: @escaping Answer) {
        guard !isCalling else { return waiting.append((call, answer)) }
        isCalling = true
        ask(call) { [self] result in
            isCalling = false
            answer(result)
            guard !isCalling, !waiting.isEmpty else { return }
            let (next, answer) = waiting.removeFirst()
            self.call(next, by: ask, answer)
        }
    }
}
