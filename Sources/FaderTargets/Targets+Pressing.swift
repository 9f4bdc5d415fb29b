public import FaderValues
internal import NIOCore

extension Targets {
    /// Has a target perform its action for a trigger. Returns a text about the result or the error.
    public func press(_ target: TargetSpec) async -> (text: String, isDone: Bool) {
        guard !target.isReadOnly else { return ("nothing was sent, because \(target.name) is read-only", true) }
        guard let board else { return ("faderd is ending", false) }
        return await withCheckedContinuation { continuation in
            board.eventLoop.execute {
                guard let board = board.value else { return continuation.resume(returning: ("faderd is ending", false)) }
                board.press(target) { result in
                    switch result {
                    case .success(let text): continuation.resume(returning: (text, true))
                    case .failure(let error): continuation.resume(returning: (error.description, false))
                    }
                }
            }
        }
    }
}

extension TargetBoard {
    /// Performs the action of a trigger's target, see `PressedTarget`.
    func press(_ target: TargetSpec, done: @escaping (Result<String, TargetError>) -> Void) {
        guard let spec = target.details as? any PressedTarget else { preconditionFailure("a \(target.kind) target cannot be pressed") }
        press(spec, done: done)
    }

    private func press<Spec: PressedTarget>(_ spec: Spec, done: @escaping (Result<String, TargetError>) -> Void) {
        spec.press(on: shared(Spec.self), done: done)
    }

    func peer(of target: TargetSpec) -> SharedPeer? { (target.details as? any PressedTarget).flatMap { peer(of: $0) } }

    private func peer<Spec: PressedTarget>(of spec: Spec) -> SharedPeer? { spec.shared(on: shared(Spec.self)) }

    func prepare(_ pressed: [TargetSpec]) {
        for target in pressed { if let spec = target.details as? any PressedTarget { prepare(spec) } }
    }

    private func prepare<Spec: PressedTarget>(_ spec: Spec) { spec.prepare(on: shared(Spec.self)) }
}
