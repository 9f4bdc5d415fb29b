public import FaderModel
internal import NIOCore

/// A kind of target that a trigger can press.
protocol PressedTarget: ConnectedTarget {
    /// Opens the connection that a press will need.
    func prepare(on connections: Connections)
    /// The peer that it shares with others; nil if it shares nothing.
    func shared(on connections: Connections) -> SharedPeer?
    /// Performs the action once. `done` is called once, on the loop, with a text about the result or the error.
    func press(on connections: Connections, done: @escaping (Result<String, TargetError>) -> Void)
}

extension ExecTargetSpec: PressedTarget {
    func prepare(on connections: ExecConnections) {}

    func shared(on connections: ExecConnections) -> SharedPeer? { nil }

    func press(on connections: ExecConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let command = ChildProcess.Command(arguments: arguments, environment: variables([:]))
        connections.runOnce(command, limit: limit) { result in done(result.map { _ in "exit 0" }) }
    }
}

extension OSCTargetSpec: PressedTarget {
    func prepare(on connections: OSCConnections) { _ = connections.peers[peer] }

    func shared(on connections: OSCConnections) -> SharedPeer? { connections.peers[peer].shared }

    func press(on connections: OSCConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let peer = connections.peers[peer]
        guard peer.isThere else { return done(.failure(TargetError(description: "\(name): \(peer.note ?? "it is not there")"))) }
        peer.send(OSCMessage(address: address, arguments: sendArguments.map { OSCMessage.Argument($0) }))
        done(.success("sent to \(name)"))
    }
}

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
    /// Has a target of any kind perform its action for a trigger; see `PressedTarget`.
    func press(_ target: TargetSpec, done: @escaping (Result<String, TargetError>) -> Void) {
        guard let spec = target.details as? any PressedTarget else { preconditionFailure("a \(target.kind) target cannot be pressed") }
        press(spec, done: done)
    }

    private func press<Spec: PressedTarget>(_ spec: Spec, done: @escaping (Result<String, TargetError>) -> Void) {
        spec.press(on: shared(Spec.self), done: done)
    }

    /// The peer of a target that a trigger presses; nil if it has none.
    func peer(of target: TargetSpec) -> SharedPeer? { (target.details as? any PressedTarget).flatMap { peer(of: $0) } }

    private func peer<Spec: PressedTarget>(of spec: Spec) -> SharedPeer? { spec.shared(on: shared(Spec.self)) }

    /// Opens the connections that presses of triggers will need.
    func prepare(_ pressed: [TargetSpec]) {
        for target in pressed { if let spec = target.details as? any PressedTarget { prepare(spec) } }
    }

    private func prepare<Spec: PressedTarget>(_ spec: Spec) { spec.prepare(on: shared(Spec.self)) }
}
