internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `token show|new`
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print or replace the token that programs need on the TCP address.",
        subcommands: [Show.self, New.self])

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

    private static func show(_ token: TokenResource, json: Bool) throws {
        if json { try Output.json(token) } else { Output.line(token.token) }
    }
}
