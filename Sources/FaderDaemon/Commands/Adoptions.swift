internal import FaderConsole
internal import FaderMIDI
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Synchronization

/// Passes the values that targets report straight to the MIDI thread, so that they wait neither for the owner nor for a reload. Safe to use
/// from anywhere.
/// The owner sets only colors, whose hue depends on the present value, and options, which may have to be added first. At most one value of
/// each parameter is under way; of those reported meanwhile the newest follows.
final class Adoptions: Sendable {
    /// A parameter whose value is the number that its targets report.
    struct Plain: Sendable, Equatable {
        let parameter: ParameterIndex
        let isText: Bool
    }

    private struct Outlets: Sendable {
        let engine: EngineHandle
        /// Sets a value that cannot be set directly, then calls `finish`.
        let owner: @Owner @Sendable (Targets.Request) async -> Void
    }

    private struct State {
        var outlets: Outlets?
        var generation = Generation.first
        var plain: [String: Plain] = [:]
        var underWay: Set<String> = []
        /// The newest requests that were reported meanwhile.
        var newest = NewestByKey<String, Targets.Request>()
        var asks = ChangeNotes<Targets.Ask>()
        var facts: Set<String> = []
    }

    /// The most values that may be on their way directly, so that a flood leaves room in the ring buffer for other requests.
    private static let most = 256
    private let numbers: ChangeNumbers
    private let state = Mutex(State())

    init(_ numbers: ChangeNumbers) { self.numbers = numbers }

    /// Begins to pass values on. Call it before the first target is configured.
    func begin(on engine: EngineHandle, owner: @escaping @Owner @Sendable (Targets.Request) async -> Void) {
        state.withLock { $0.outlets = Outlets(engine: engine, owner: owner) }
    }

    /// `plain`: the parameters that can be set directly.
    func configure(_ plain: [String: Plain], _ generation: Generation) {
        state.withLock { ($0.plain, $0.generation) = (plain, generation) }
    }

    /// Notes whether the program of a fact is there. If not, the MIDI thread refuses to set it. Call it again for each configuration.
    func note(isThere: Bool, of id: String) {
        state.withLock { state in if isThere { state.facts.insert(id) } else { state.facts.remove(id) } }
        tellPresence(of: id)
    }

    func isThere(fact id: String) -> Bool { state.withLock { $0.facts.contains(id) } }

    private func tellPresence(of id: String) {
        let (outlets, plain, generation, isThere) = state.withLock { ($0.outlets, $0.plain[id], $0.generation, $0.facts.contains(id)) }
        guard let outlets, let plain else { return }
        outlets.engine.submit(.presence(parameter: plain.parameter, isThere), under: Terms(), generation: generation) { [self] result in
            // The MIDI thread has too many requests just now.
            guard case .failure(.busy) = result else { return }
            Owner.start {
                await Owner.sleep(for: .milliseconds(10))
                self.tellPresence(of: id)
            }
        }
    }

    /// The target that asked for a change; nil if somebody else made the change.
    func ask(for report: ParameterReport) -> Targets.Ask? {
        report.origin == .target ? state.withLock { $0.asks[report.change] } : nil
    }

    func number(for ask: Targets.Ask) -> ChangeNumber {
        let number = numbers.next()
        state.withLock { $0.asks.note(ask, of: number) }
        return number
    }

    func adopt(_ request: Targets.Request) {
        let id = request.ask.parameter
        let isFirst = state.withLock { state in
            if state.underWay.insert(id).inserted { return true }
            state.newest.put(request, for: id)
            return false
        }
        if isFirst { send(request) }
    }

    func finish(_ id: String) {
        let next = state.withLock { state in
            let next = state.newest.take(id)
            if next == nil { state.underWay.remove(id) }
            return next
        }
        if let next { send(next) }
    }

    private func send(_ request: Targets.Request) {
        let (outlets, plain, generation) = state.withLock { state in
            let plain = state.underWay.count <= Self.most ? state.plain[request.ask.parameter] : nil
            return (state.outlets, plain, state.generation)
        }
        guard let outlets else { preconditionFailure("a target reported a value before the daemon was there") }
        guard let plain, plain.isText == request.isText else { return sendByOwner(request, outlets) }
        outlets.engine.submit(
            .set(parameter: plain.parameter, request.value, .target), under: Terms(change: number(for: request.ask)), generation: generation
        ) { [self] result in
            switch result {
            case .success(.some), .failure(.stopped): finish(request.ask.parameter)
            // Another configuration is in force, or the MIDI thread has too many requests.
            case .success(nil), .failure(.busy): sendByOwner(request, outlets)
            }
        }
    }

    private func sendByOwner(_ request: Targets.Request, _ outlets: Outlets) {
        let newest = state.withLock { $0.newest.take(request.ask.parameter) } ?? request
        Owner.start { await outlets.owner(newest) }
    }
}
