public import FaderCore
internal import Synchronization

extension EngineHandle {
    /// Requests put into the ring together: a quarter of it, so that others are not kept out.
    static let piece = 256

    /// Does any number of commands, in their order, as one change with the number of their caller (from `Command.firstCallersGroup` on). All
    /// their changes have been told when this returns. What hands and others do meanwhile comes in between; nothing is rolled back.
    ///
    /// - Returns: what each came to; nil when the configuration is no longer that of `generation`. Then of more than `piece` commands some
    ///   whole pieces from the start may have been done before it went, and the others were not: look the parameters up again, and do
    ///   all of them again under the same number.
    /// - Throws: `EngineError.stopped`; some may have been done by then.
    public func submit(_ commands: [Command], group: UInt32, generation: UInt64) async throws -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(commands.count)
        var rest = commands[...]
        while !rest.isEmpty {
            do {
                guard let done = try await submitPiece(rest.prefix(Self.piece), group, generation) else { return nil }
                outcomes += done
                rest = rest.dropFirst(done.count)
            } catch EngineError.busy {
                // Others have filled the ring. What is begun is not given up for that.
                await Task.yield()
            }
        }
        return outcomes
    }

    /// All of them under one ticket: they lie in the ring one after the other, so a new configuration comes before or after them.
    private func submitPiece(_ commands: ArraySlice<Command>, _ group: UInt32, _ generation: UInt64) async throws -> [Outcome]? {
        try await withCheckedThrowingContinuation { continuation in
            let refusal: EngineError? = asking.withLock { asking in
                if asking.isStopped { return .stopped }
                guard link.requests.room >= commands.count else { return .busy }
                let ticket = asking.nextTicket
                asking.nextTicket += 1
                asking.waiting[ticket] = .outcomes(continuation, count: commands.count)
                asking.outcomes[ticket] = []
                for command in commands {
                    let request = Request(ticket: ticket, kind: .command(command, group: group, generation: generation))
                    guard link.requests.push(request) else { fatalError("the ring of requests had room, and then had not") }
                }
                return nil
            }
            if let refusal { continuation.resume(throwing: refusal) } else { link.ringEngine() }
        }
    }

    /// Hands an answer to who waits for it: the last of a piece with all before it.
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
