internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `reset ID…`
struct Reset: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set parameters back to their defaults; print the values.")

    @OptionGroup var options: Options
    @Argument(help: "Ids of parameters.", completion: ParameterCompletion.kind)
    var ids: [String]

    func perform(_ client: DaemonClient) async throws {
        try await EachParameter.perform(ids, json: options.json) { id throws(ClientError) in try await client.reset(id) }
    }
}
