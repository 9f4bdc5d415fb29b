internal import FaderJSON
internal import FaderSystem
internal import FaderValues

/// What `faderctl consoles` does, for the page.
extension PageMapping {
    /// Looks for consoles, at an address if the body has one. Another request need not wait for that.
    func consoles(_ body: [UInt8]) async throws -> ConsoleSearchOutcome {
        let address = (try? JSONValue.read(body))?["address"].text
        return try await Self.outside { () throws(Failure) in try ConfigCheck().consoles(address) }
    }

    func add(_ request: ConsoleRequest) async throws -> Outcome {
        guard let address = request.address else { throw ConsoleRequest.malformed }
        let file = try await current(request.request)
        let console: FoundConsole
        if !request.request.isDry, let heard, heard.address == address {
            console = heard.console
        } else {
            console = try await Self.outside { () throws(Failure) in try ConfigCheck().console(at: address) }
            heard = (address, console)
        }
        let wish = ConsoleAddition.Wish(name: request.name, surface: request.surface, sends: request.sends.map { ($0.list, $0.buses) })
        let addition = try ConsoleAddition(of: console, wish, in: try file.content(), try await ConsoleState(client))
        var outcome = try await make(OrderedValue.request(file.digest, addition.edits), in: file, isDry: request.request.isDry)
        outcome.note = addition.note.map { note in
            note + (addition.choices.isEmpty ? "" : "; choose one: " + addition.choices.joined(separator: ", "))
        }
        return outcome
    }

    func remove(_ request: ConsoleRequest) async throws -> Outcome {
        guard let name = request.name else { throw ConsoleRequest.malformed }
        let file = try await current(request.request)
        let removal = try ConsoleRemoval(of: name, in: try file.content(), try await ConsoleState(client))
        var outcome = try await make(OrderedValue.request(file.digest, removal.edits), in: file, isDry: request.request.isDry)
        outcome.note = removal.note
        return outcome
    }

    /// It takes seconds, so it is done on a thread of its own.
    private static func outside<Answer: Sendable>(_ work: @escaping @Sendable () throws(Failure) -> Answer) async throws(Failure) -> Answer
    {
        let result = await SeparateThread.run { Result { () throws(Failure) in try work() } }
        return try result.get()
    }
}
