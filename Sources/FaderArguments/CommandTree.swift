internal import ArgumentParser
internal import FaderJSON

/// A command as ArgumentParser describes it with `--experimental-dump-help`.
struct CommandTree: Decodable {
    let commandName: String
    let abstract: String?
    let shouldDisplay: Bool
    let subcommands: [CommandTree]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            let kind: String
            let name: String
        }

        /// ArgumentParser writes exactly one of these keys.
        struct Completion: Decodable {
            let list: List?
            let file: Empty?
            let directory: Empty?
            let custom: Empty?
            let customAsync: Empty?

            struct List: Decodable { let values: [String] }
            struct Empty: Decodable {}
        }

        let kind: Kind
        let shouldDisplay: Bool
        let isRepeating: Bool
        let names: [Name]?
        let abstract: String?
        let completionKind: Completion?

        /// The names as a person types them: `--json`, `-l`.
        var written: [String] { (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" } }
    }

    /// Traps if the format of ArgumentParser's description has changed.
    init(of program: any ParsableArguments.Type) {
        struct Description: Decodable { let command: CommandTree }
        guard let description = try? JSONTree.decode(Description.self, from: try JSONReader.read(Array(program._dumpHelp().utf8))) else {
            fatalError("ArgumentParser describes \(program) in another form than CommandTree reads")
        }
        self = description.command
    }

    /// A program without subcommands still lists `help`, but rejects it.
    var offered: [CommandTree] {
        let all = (subcommands ?? []).filter(\.shouldDisplay)
        return all.count == 1 && all[0].commandName == "help" ? [] : all
    }

    var options: [Argument] { (arguments ?? []).filter { $0.kind != .positional } }
    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }

    /// Its own and those of all subcommands, which can be given before or after them.
    var optionsBelow: [Argument] { options + offered.flatMap(\.optionsBelow) }

    /// The names that lead to the first command with an option. Empty if this command has it; nil if none has.
    func path(to option: String) -> [String]? {
        if options.contains(where: { $0.written.contains(option) }) { return [] }
        for command in offered {
            if let path = command.path(to: option) { return [command.commandName] + path }
        }
        return nil
    }

    /// Its own, and those that all its subcommands have, because they may also precede the subcommand.
    var optionsHere: [Argument] {
        let all = offered.filter { $0.commandName != "help" }.map(\.optionsHere)
        guard let first = all.first else { return options }
        let own = Set(options.flatMap(\.written))
        return options
            + first.filter { option in
                own.isDisjoint(with: option.written) && all.allSatisfy { $0.contains { $0.written == option.written } }
            }
    }
}
