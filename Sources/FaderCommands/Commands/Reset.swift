internal import ArgumentParser
internal import FaderAdmin

struct Reset: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set parameters back to their defaults; print the values.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @OptionGroup var condition: ConditionOption
    @Argument(help: "Ids of parameters.", completion: DaemonCompletion.parameters)
    var ids: [String]

    func validate() throws {
        guard ids.count > 1, condition.revision != nil else { return }
        throw ValidationError("--if-match is the revision of one parameter; reset each by itself")
    }

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform(ids, json: options.json) { id throws(ClientError) in
            try await client.ask(Routes.resetParameter, id, ifStill: condition.revision)
        }
    }
}
