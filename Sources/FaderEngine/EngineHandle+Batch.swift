public import FaderConsole
public import FaderModel
internal import Synchronization

extension EngineHandle {
    /// How many requests are put into the ring together: a quarter of its capacity, to leave room for others.
    static let piece = 256

    /// Runs any number of commands, in order, as one change with the caller's number (from `ChangeNumber.ofCaller`). All their changes have
    /// been reported when this returns. Hands and other callers may make changes in between; nothing is rolled back.
    ///
    /// - Returns: the outcome of each command; nil if the configuration is no longer that of `generation`. If there were more than `piece`
    ///   commands, some whole pieces from the start may have been done by then, and the others not: look the parameters up again, and run
    ///   all of them again under the same number.
    /// - Throws: `EngineError.stopped`; some commands may have been done by then.
    public func submit(_ commands: [Command], change: ChangeNumber, generation: Generation) async throws -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(commands.count)
        var rest = commands[...]
        while !rest.isEmpty {
            do {
                guard let done = try await submitPiece(rest.prefix(Self.piece), change, generation) else { return nil }
                outcomes += done
                rest = rest.dropFirst(done.count)
            } catch EngineError.busy {
                // Others have filled the ring. Try again: once begun, a change is completed.
                await Task.yield()
            }
        }
        return outcomes
    }

    /// Submits one piece under one ticket: its commands are adjacent in the ring, so a new configuration comes before or after them all.
    private func submitPiece(_ commands: ArraySlice<Command>, _ change: ChangeNumber, _ generation: Generation) async throws -> [Outcome]? {
        try await withCheckedThrowingContinuation { continuation in
            let refusal: EngineError? = asking.withLock { asking in
                if asking.isStopped { return .stopped }
                guard link.requests.room >= commands.count else { return .busy }
                let ticket = asking.nextTicket
                asking.nextTicket += 1
                asking.waiting[ticket] = .outcomes(continuation, count: commands.count)
                asking.outcomes[ticket] = []
                for command in commands {
                    let request = Request(ticket: ticket, kind: .command(command, Terms(change: change), generation: generation))
                    guard link.requests.push(request) else { fatalError("the ring of requests had room, and then had not") }
                }
                return nil
            }
            if let refusal { continuation.resume(throwing: refusal) } else { link.ringEngine() }
        }
    }

    /// Passes an answer to its waiter; for a piece, all answers together once the last has come.
    func answer(_ ticket: UInt64, _ outcome: Outcome) {
        let complete: (waiter: Waiter, outcomes: [Outcome])? = asking.withLock { asking in
            guard let waiter = asking.waiting[ticket] else { return nil }
            if case .outcomes(_, let count) = waiter {
                asking.outcomes[ticket, default: []].append(outcome)
                guard asking.outcomes[ticket]?.count == count else { return nil }
            }
            asking.waiting[ticket] = nil
            return (waiter, asking.outcomes.removeValue(forKey: ticket) ?? [])
        }
        switch complete?.waiter {
        case .outcomes(let continuation, _): continuation.resume(returning: complete?.outcomes)
        case let waiter: waiter?.answer(outcome)
        }
    }
}
