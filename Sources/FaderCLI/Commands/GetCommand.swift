internal import ArgumentParser

struct GetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Print the values of parameters, one per line.")

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @Argument(help: "Ids of parameters.", completion: DaemonCompletion.parameters)
    var ids: [String]

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform(ids, json: options.json) { id throws(ClientError) in try await client.ask(Routes.getParameter, id) }
    }
}
