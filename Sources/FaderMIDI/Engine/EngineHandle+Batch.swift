public import FaderConsole
public import FaderValues

extension EngineHandle {
    /// How many requests go into the ring together: a quarter of it, which leaves room for others.
    static let piece = 256

    /// Runs commands in order as one change with the caller's number (from `ChangeNumber.ofCaller`), all reported when this returns. Hands
    /// and other callers may change things in between; nothing is rolled back.
    ///
    /// - Returns: the outcome of each; nil if the configuration is no longer that of `generation`. Whole pieces of `piece` commands may
    /// have been done by then: look the parameters up again, and run all of them under the same number.
    /// - Throws: `EngineError.stopped`; some commands may have been done.
    public func submit(_ commands: [Command], change: ChangeNumber, generation: Generation) async throws -> [Outcome]? {
        try await submit(commands.map { ($0, Terms(change: change)) }, generation: generation)
    }

    /// The same with terms for each command. One whose condition is not met does not stop the others.
    public func submit(_ commands: [(command: Command, terms: Terms)], generation: Generation) async throws -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(commands.count)
        var rest = commands[...]
        while !rest.isEmpty {
            do {
                let piece = rest.prefix(Self.piece)
                let reports = try await ask(
                    piece.lazy.map { .command($0.command, $0.terms, generation: generation) }, onAnswer: nil)
                let done = reports.compactMap { if case .answer(_, let outcome) = $0 { outcome } else { nil } }
                guard done.count == piece.count else { return nil }
                outcomes += done
                rest = rest.dropFirst(done.count)
            } catch EngineError.busy {
                // Others have filled the ring. A change that was begun is completed.
                await room()
            }
        }
        return outcomes
    }
}
