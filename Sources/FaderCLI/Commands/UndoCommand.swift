internal import ArgumentParser

struct UndoCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change and print the values that were set.",
        discussion: """
            With an id, undoes only that parameter's last change; with a number, that many changes. A fader's gesture is one change, and so is a \
            recall. Without an id, what was changed with the key of a page stays as it is, unless --to or --entry takes it back.
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var reach: TravelReach
    @Option(help: "Take back everything after the entry with this number in `history`; 0: everything that is kept.")
    var to: UInt64?
    @Option(help: "Undo the entry with this number in `history`; what was changed since stays.")
    var entry: UInt64?
    @Flag(help: "Take back the last recall; what was changed since stays. Again: the recall before it.")
    var recall = false

    func validate() throws {
        try reach.validate(to, entry)
        guard recall, entry != nil || to != nil || reach.id != nil || reach.number != nil else { return }
        throw ValidationError("--recall cannot be combined with an id, --to, --entry or a number of changes")
    }

    func perform(_ client: DaemonClient) async throws {
        let request = recall ? UndoRequest(recall: true) : try await reach.request(client, to: to, entry: entry)
        try await Restored.show(json: options.json) { () throws(ClientError) in try await client.ask(Routes.undo, "", request) }
    }
}

struct RedoCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Bring back what was undone last; print what was set.",
        discussion: "With an id, redoes only that parameter's last undone change; with a number, that many changes.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var reach: TravelReach
    @Option(help: "Redo everything up to the entry with this number in `history`.")
    var to: UInt64?
    @Option(help: "Redo the entry with this number in `history`, and the earlier undone changes of the same parameters.")
    var entry: UInt64?

    func validate() throws { try reach.validate(to, entry) }

    func perform(_ client: DaemonClient) async throws {
        let request = try await reach.request(client, to: to, entry: entry)
        try await Restored.show(json: options.json) { () throws(ClientError) in try await client.ask(Routes.redo, "", request) }
    }
}

/// `undo`, `undo 3`, `undo master`, `undo master 3`
struct TravelReach: ParsableArguments {
    @Argument(
        help: "Id of a parameter. A number is taken as COUNT, unless a parameter has that id.", completion: DaemonCompletion.parameters)
    var id: String?
    @Argument(help: "How many changes.")
    var count: Int?
    @Option(name: .customLong("count"), help: ArgumentHelp("How many changes, where a parameter's id is a number.", valueName: "count"))
    var number: Int?

    func validate(_ to: UInt64?, _ entry: UInt64?) throws {
        if entry == 0 { throw ValidationError("entries are numbered from 1; \"faderctl history\" shows them") }
        if entry != nil, to != nil || id != nil || number != nil {
            throw ValidationError("--entry cannot be combined with an id, --to or a number of changes")
        }
        let negative = id.flatMap { $0.hasPrefix("-") ? Int($0) : nil }
        if let count = count ?? number ?? negative, count < 1 { throw ValidationError("the number of changes must be at least 1") }
        if count != nil, number != nil { throw ValidationError("give the number of changes once") }
        if count ?? number != nil, to != nil { throw ValidationError("give either --to or a number of changes") }
    }

    /// A number on its own is a count, unless a parameter has that id.
    func request(_ client: DaemonClient, to: UInt64?, entry: UInt64?) async throws -> UndoRequest {
        if let entry { return UndoRequest(entry: entry) }
        guard let id, count == nil, !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return UndoRequest(id: id, count: count ?? number, to: to)
        }
        let alone = Int(id) ?? .max
        do throws(ClientError) {
            return UndoRequest(id: try await client.ask(Routes.getParameter, id).id, count: number, to: to)
        } catch {
            guard case .problem(let problem) = error, problem.status == 404 else { throw error }
            if number != nil { throw Failure(.usage, "give the number of changes once") }
            if to != nil { throw Failure(.usage, "give either --to or a number of changes") }
            if alone < 1 { throw Failure(.usage, "the number of changes must be at least 1") }
            return UndoRequest(count: alone)
        }
    }
}

enum Restored {
    /// Prints what `act` has set, even if the daemon could not save it.
    static func show(
        json: Bool, lines: (RestoredResource) -> [String] = { $0.parameters.map { "\($0.id) \($0.shown)" } },
        _ act: () async throws(ClientError) -> RestoredResource
    ) async throws {
        var restored: RestoredResource
        var failure: Failure?
        do throws(ClientError) {
            restored = try await act()
        } catch {
            guard case .problem(let problem) = error, let left = problem.restored else { throw error }
            (restored, failure) = (left, Failure(error))
        }
        if json { try Output.json(restored) } else { for line in lines(restored) { Output.line(line) } }
        for sentence in restored.skipped { Output.tell(sentence) }
        if let failure { throw failure }
    }
}
