internal import FaderJSON

/// A bound entity: its state, its targets, and the calls for it, one at a time. Owned by the event loop.
final class HomeAssistantEntity {
    typealias Answer = (Result<JSONValue, HomeAssistantFailure>) -> Void

    let id: String
    private(set) var targets: [HomeAssistantTarget] = []
    var isPressed = false
    /// Nil if it is not there, or nothing is known yet.
    private(set) var state: HomeAssistantState?
    /// Whether Home Assistant has told if it has this entity.
    private(set) var isTold = false
    private var isCalling = false
    /// The calls that wait: at most one of each target, whose rules wait for an answer, and those of presses.
    private var waiting: [(HomeAssistantCall, Answer)] = []

    init(_ id: String) { self.id = id }

    var isIdle: Bool { targets.isEmpty && !isPressed }

    func add(_ target: HomeAssistantTarget) { targets.append(target) }
    func remove(_ target: HomeAssistantTarget) { targets.removeAll { $0 === target } }

    func take(_ state: HomeAssistantState?) {
        (self.state, isTold) = (state, true)
        tell()
    }

    func change(_ told: JSONValue) {
        guard state != nil else { return }
        state?.change(told)
        tell()
    }

    func lost() {
        (state, isTold) = (nil, false)
        for target in targets { target.update(isConnected: false) }
    }

    private func tell() { for target in targets { target.update(isConnected: true) } }

    /// Calls a service of it with `ask`, as soon as the call before is answered.
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
