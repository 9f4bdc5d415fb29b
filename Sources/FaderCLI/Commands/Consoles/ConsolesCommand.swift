internal import ArgumentParser
internal import FaderJSON

struct ConsolesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consoles", abstract: "Find mixing consoles in the network, and write one into the config.",
        subcommands: [ConsoleListCommand.self, ConsoleAddCommand.self, ConsoleRemoveCommand.self, ConsoleUndoCommand.self],
        defaultSubcommand: ConsoleListCommand.self)
}

struct ConsoleListCommand: FailingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the X32, M32, X-Air, MR and Wing that answer in the networks of this machine.",
        discussion: """
            Asks everybody in the networks of this machine, which takes a second. With an address, asks only there; that can be the broadcast address of \
            another network.
            """)

    @OptionGroup var options: Options
    @Argument(help: "Where to ask, instead of everywhere.") var address: String?

    func perform() async throws {
        let outcome = try ConfigCheck().consoles(address)
        if options.json { return try Output.json(outcome.consoles) }
        guard !outcome.consoles.isEmpty else {
            throw Failure(
                .unavailable,
                (outcome.problem.map { "nobody could be asked: \($0)" } ?? "no X32, M32, X-Air, MR or Wing has answered")
                    + "; is it on, and in the same network? Its setup shows its address: \"faderctl consoles add ADDRESS\" asks there")
        }
        let rows = outcome.consoles.map { [$0.family, $0.name, $0.model, $0.address, $0.firmware].map { ColumnTable.cut($0) } }
        Output.table([["FAMILY", "NAME", "MODEL", "ADDRESS", "FIRMWARE"]] + rows)
        for console in outcome.consoles { Output.line("\"faderctl consoles add \(console.place.shellWord)\" writes it into the config") }
    }
}

struct ConsoleAddCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a console into the config with all its channels, buses and DCAs, and load it.",
        discussion: """
            The console is asked for the names of its strips. They become the words of lists; labels are not written, because faderd takes them from the \
            console as they are now. A surface without strips gets them, with pages for buses, DCAs and sends. The rest of the file stays as it is, \
            comments included. What is changed is shown first; "faderctl consoles undo" takes it back. A second run adds only what is new.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Option(help: "The name of the connection in the config; foh if you name none.") var name: String?
    @Option(help: "The surface that gets the strips; the only one if you name none.", completion: DaemonCompletion.surfaces)
    var surface: String?
    @Option(
        help:
            "Sends of all channels to some buses, such as mon=1-4: a list of that name, and a page for each bus. Can be given several times."
    )
    var sends: [SendsArgument] = []
    @Argument(help: "The address of the console, as its setup shows it.") var address: String

    func validate() throws {
        guard name.map(Names.isPlain) ?? true else {
            throw ValidationError("--name has only letters, digits and - _ . in it, such as foh")
        }
    }

    func perform(_ client: DaemonClient) async throws {
        let status = try await client.ask(Routes.getStatus)
        let (file, state) = (try ConfigFile(inForce: status), try await ConsoleState(client))
        let console = try ConfigCheck().console(at: address)
        let wish = ConsoleAddition.Wish(name: name, surface: surface, sends: sends.map { ($0.list, $0.buses) })
        let addition = try ConsoleAddition(of: console, wish, in: try file.content(), state)
        if let note = addition.note {
            let choices = addition.choices.map(\.shellWord).joined(separator: " or ")
            Output.tell(note + (choices.isEmpty ? "" : "; choose one with --surface \(choices)"))
        }
        try await ConsoleChange(edits: addition.edits, isDry: dryRun, isJSON: options.json).make(in: file, client)
    }
}

/// Which buses get sends: `mon=1-4`, or `mon=3`.
struct SendsArgument: ExpressibleByArgument {
    let list: String
    let buses: ClosedRange<Int>

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, ConsoleWords.plain(String(parts[0])) == parts[0], !parts[0].isEmpty else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1, first <= last else {
            return nil
        }
        (list, buses) = (String(parts[0]), first...last)
    }
}

struct ConsoleRemoveCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a console out of the config again, and load it.",
        discussion: """
            What "faderctl consoles add" has written goes. What somebody has changed since stays, with what it needs, and is named. "faderctl consoles undo" \
            takes the removal back.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be removed, and write nothing.") var dryRun = false
    @Argument(help: "The name of the connection in the config, such as foh.") var name: String

    func perform(_ client: DaemonClient) async throws {
        let status = try await client.ask(Routes.getStatus)
        let file = try ConfigFile(inForce: status)
        let removal = try ConsoleRemoval(of: name, in: try file.content(), try await ConsoleState(client))
        if let note = removal.note { Output.tell(note) }
        try await ConsoleChange(edits: removal.edits, isDry: dryRun, isJSON: options.json).make(in: file, client)
    }
}

struct ConsoleUndoCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last \"faderctl consoles add\" or \"remove\", unless the config was changed since.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        try await Self.undo(of: try await client.ask(Routes.getStatus), client, isJSON: options.json)
    }

    static func undo(of status: StatusResource, _ client: DaemonClient, isJSON: Bool) async throws {
        let path = try status.requireConfigFile()
        let undo = try ConfigUndo(of: path)
        let diff = undo.difference(in: path)
        if !isJSON { Output.lines(diff) }
        try undo.apply(to: path)
        try await ReloadCommand.load(client, printing: EditedConfig(file: path, diff: diff, written: true), isJSON: isJSON)
    }
}

struct ConsoleChange {
    let edits: [OrderedValue]
    let isDry: Bool
    let isJSON: Bool

    /// Shows the change and, unless this is a dry run, writes it and makes the daemon load it.
    func make(in file: ConfigFile, _ client: DaemonClient) async throws {
        let change = try file.changed(by: OrderedValue.request(file.digest, edits))
        if !isJSON { Output.lines(change.diff) }
        if !isJSON, change.diff.isEmpty { Output.line("\(file.path) has all of it already") }
        if !isDry, !change.diff.isEmpty { try ConfigUndo.keep(change) }
        _ = try await change.bringIntoForce(client, isDry: isDry, isJSON: isJSON)
    }
}
