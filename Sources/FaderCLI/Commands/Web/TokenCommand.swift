internal import ArgumentParser

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "The token that programs need on the TCP address, and the keys of pages.",
        subcommands: [Show.self, New.self, ListCommand.self, KeyCommand.Revoke.self])

    struct Show: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the token.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            try TokenCommand.show(try await client.ask(Routes.showToken), json: options.json)
        }
    }

    struct New: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Replace the token, and print the new one; the old one is refused at once.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            try TokenCommand.show(try await client.ask(Routes.renewToken), json: options.json)
        }
    }

    struct ListCommand: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the keys of pages: name, what it allows, since when, the process it belongs to.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            let keys = try await client.ask(Routes.listKeys)
            if options.json { return try Output.json(keys) }
            Output.table(
                keys.map {
                    [
                        $0.name, $0.page.map { "page \($0)" } ?? $0.allows.rawValue, LocalTime.text($0.since),
                        $0.process.map { "process \($0)" } ?? "",
                    ]
                })
        }
    }

    private static func show(_ token: TokenResource, json: Bool) throws {
        if json { try Output.json(token) } else { Output.line(token.token) }
    }
}
