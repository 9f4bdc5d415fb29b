internal import ArgumentParser

struct ResetCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set parameters back to their defaults; print the values.",
        discussion: "With * or ?, or a list of the config in braces, all that match are set, as one act: faderctl reset 'lamp.*'")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Ids of parameters, or patterns of ids in quotes.", completion: DaemonCompletion.parameters)
    var ids: [String]

    func validate() throws {
        try EachParameter.checkRevision(ids, condition.revision)
    }

    func perform(_ client: DaemonClient) async throws {
        if ids.contains(where: ParametersPatch.isPattern) {
            let items = Dictionary(ids.map { ($0, ParametersPatch.Item(.reset)) }, uniquingKeysWith: { first, _ in first })
            return try await EachParameter.patch(items, client, json: options.json)
        }
        try await EachParameter.perform(ids, json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.resetParameter, id, ifStill: condition.revision)
        }
    }
}
